"""The tables of the program's help as HTML: for each command, and each type of it, its usage, its words with unit, kind, range and default, source, examples.

The text is docs/commands.md, which make check keeps equal to what the program says:
    command Type tag word <-option value>
      word           what it is [unit] (kind, range, default ...)
        what the type is
        source: ...
        example: ...
"""
import html
import re

WORD = re.compile(r"^  (\S.*)$")
FACTS = re.compile(r"\s*\(((?:number|whole number|0 or 1|flag|tag|word|text|numbers|list|one of|required|default)[^()]*(?:\([^()]*\)[^()]*)*)\)\s*$")
UNIT = re.compile(r"\s*\[([^\]\s]{1,24})\]")
# a range in the words of a row: > 0, 0 <= alpha1 < 1
SPAN = re.compile(r",? ((?:-?[\d.]+ <=? \w+ )?[<>]=? ?-?[\d.]+(?: and [<>]=? ?-?[\d.]+)?)(?=$|[,;)])")
# a type and what it is: 28 columns, or as many as its name needs
TYPE = re.compile(r"^    (\S+(?= {2})|\S{28,}) +(\S.*)$")


class Entry:
    """One command, or one type of it."""

    def __init__(self, lines):
        self.usage, self.words, self.prose, self.source, self.examples, self.types = lines[0], [], [], "", [], []
        for line in lines[1:]:
            self.line(line)

    def line(self, line):
        text = line.strip()
        kind = TYPE.match(line)
        if text.startswith("source: "):
            self.source = text[8:]
        elif text.startswith("example: "):
            self.examples.append(text[9:])
        elif WORD.match(line) and not line.startswith("   "):
            self.words.append(self.word(text, self.usage))
        elif kind:
            self.types.append(kind.groups())
        else:
            self.prose.append(text)

    @staticmethod
    def word(text, usage):
        """name, meaning, unit, kind, range, default of a line of words."""
        parts = re.match(r"(.*?\S) {2,}(.*)$", text)
        if parts:
            name, meaning = parts.groups()
        else:
            # a name that fills its column: as much as stands in the usage
            tokens = text.split(" ")
            n = next((k for k in range(len(tokens), 1, -1) if " ".join(tokens[:k]) in usage), 1)
            name, meaning = " ".join(tokens[:n]), " ".join(tokens[n:])
        facts = FACTS.search(meaning)
        kind, span, default = "", "", ""
        if facts:
            meaning = meaning[:facts.start()]
            for fact in re.split(r", (?![^(]*\))", facts.group(1)):
                if fact.startswith("default"):
                    default = fact[8:]
                elif fact == "required":
                    default = "required"
                elif not kind:
                    kind = fact
                else:
                    span += (", " if span else "") + fact
        if not default:
            said = re.search(r"[,;(] ?default:? ([^;,)]+)", meaning)
            default = said.group(1) if said else ""
        unit = UNIT.search(meaning)
        meaning = UNIT.sub("", meaning, 1) if unit else meaning
        said = SPAN.search(meaning)
        if not span and said:
            span, meaning = said.group(1), meaning[:said.start()] + meaning[said.end():]
        return name, meaning, unit.group(1) if unit else "", kind, span, default


class Command:
    def __init__(self, name, family):
        self.name, self.family, self.entry, self.kinds = name, family, None, []


def read(text):
    """docs/commands.md as [(family, what it is, [Command])]."""
    families, command = [], None
    lines, i = text.split("\n"), 0
    while i < len(lines):
        line = lines[i]
        if line.startswith("## "):
            about = next(l for l in lines[i + 1:] if l.strip())
            families.append((line[3:], about, []))
        elif line.startswith("### "):
            command = Command(line[4:], families[-1][0])
            families[-1][2].append(command)
        elif line == "```" and command:
            end = lines.index("```", i + 1)
            entry = Entry(lines[i + 1:end])
            if command.entry and entry.usage not in [k.usage for k in command.kinds]:
                command.kinds.append(entry)
            elif command.entry:
                pass               # the same under another name
            else:
                command.entry = entry
            i = end
        i += 1
    return families


def esc(text):
    return html.escape(text, quote=False)


def words_table(entry):
    if not entry.words:
        return ""
    heads = ["word", "meaning", "unit", "kind", "range", "default"]
    used = [any(w[k] for w in entry.words) for k in range(6)]
    head = "".join("<th>%s</th>" % heads[k] for k in range(6) if used[k])
    cell = lambda w, k: "<td><code>%s</code></td>" % esc(w[k]) if k == 0 else "<td>%s</td>" % esc(w[k])
    body = "".join("<tr>%s</tr>" % "".join(cell(w, k) for k in range(6) if used[k]) for w in entry.words)
    return '<div class="wide"><table class="words"><thead><tr>%s</tr></thead><tbody>%s</tbody></table></div>' % (head, body)


def body(entry):
    out = ['<pre class="usage"><code>%s</code></pre>' % esc(entry.usage)]
    out += ["<p>%s</p>" % esc(" ".join(entry.prose))] if entry.prose else []
    out.append(words_table(entry))
    out += ['<p class="source">Source: %s</p>' % esc(entry.source)] if entry.source else []
    out += ["<pre><code>%s</code></pre>" % esc("\n".join(entry.examples))] if entry.examples else []
    return "".join(out)


def text_of(entry):
    return " ".join([entry.usage] + entry.prose + [" ".join(w) for w in entry.words] + [entry.source] + entry.examples)


def kind_names(command, entry):
    """The types in a usage: the word behind the command's, which may be several, Node|EnvelopeNode; a command with one type has no word for it."""
    words, types = entry.usage.split(), [t for t, _ in command.entry.types]
    found = words[1].split("|") if len(words) > 1 else [""]
    return types if len(types) == 1 and types[0] not in found else found


def anchor(command, kind=""):
    return command + "-" + kind if kind else command
