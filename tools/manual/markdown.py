"""Markdown to HTML, as far as this tree writes it: headings, paragraphs, lists, tables, quotations, code fenced or indented, pictures, links, emphasis.

A page is a list of sections; each begins with a heading and knows its anchor, its HTML and its plain text (for the search). Where links lead is
the caller's business: Page.target(path) answers with an address, or None when there is nothing.
"""
import html
import re

FENCE = re.compile(r"( *)```[^`]*$")
HEADING = re.compile(r"^(#{1,6})\s+(.*?)\s*#*$")
ITEM = re.compile(r"^(\s*)([-*+]|\d+[.)])\s+(.*)$")
RULE = re.compile(r"^\s*([-*_])(\s*\1){2,}\s*$")
DIVIDER = re.compile(r"^\s*\|?\s*:?-+:?\s*(\|\s*:?-+:?\s*)*\|?\s*$")
INLINE = re.compile(r"(?P<code>(?P<ticks>`+)(?P<inside>.+?)(?<!`)(?P=ticks)(?!`))|!\[(?P<alt>[^\]]*)\]\((?P<picture>[^)\s]+)\)"
                    r"|\[(?P<text>[^\]]+)\]\((?P<link>[^)\s]+)\)|\*\*(?P<bold>[^*]+(?:\*[^*]+\*[^*]*)*)\*\*|(?<![\w*])\*(?P<italic>[^*\s][^*]*?)\*(?![\w*])"
                    r"|\\(?P<escaped>[\\`*_{}\[\]()#+\-.!|<>~])")


def slug(text, taken):
    """An anchor for a heading, as most programs that show Markdown make it; one of its own on the page."""
    base = re.sub(r"[^\w\- ]", "", text.lower()).strip().replace(" ", "-") or "section"
    name, n = base, 1
    while name in taken:
        n += 1
        name = "%s-%d" % (base, n)
    taken.add(name)
    return name


class Section:
    def __init__(self, level, title, anchor):
        self.level, self.title, self.anchor = level, title, anchor
        self.html, self.text = [], []


class Page:
    """Blocks of a Markdown text. target(kind, path) gives the address for a link, a picture or a piece of code, or None; fault(what) is told
    what leads nowhere."""

    def __init__(self, text, target, fault):
        self.target, self.fault = target, fault
        self.taken = set()
        self.sections = [Section(0, "", "")]
        self.blocks(text.split("\n"))

    # ---- inside a line ----

    def inline(self, text):
        out, at = [], 0
        for m in INLINE.finditer(text):
            out.append(html.escape(text[at:m.start()], quote=False))
            out.append(self.piece(m))
            at = m.end()
        out.append(html.escape(text[at:], quote=False))
        return "".join(out)

    def piece(self, m):
        if m.group("code"):
            inside = m.group("inside").strip() if m.group("inside").strip() else m.group("inside")
            code, where = "<code>%s</code>" % html.escape(inside, quote=False), self.target("code", inside)
            return '<a class="code" href="%s">%s</a>' % (html.escape(where), code) if where else code
        if m.group("picture"):
            return '<img src="%s" alt="%s">' % (html.escape(self.where("picture", m.group("picture"))), html.escape(m.group("alt")))
        if m.group("link"):
            return '<a href="%s">%s</a>' % (html.escape(self.where("link", m.group("link"))), self.inline(m.group("text")))
        if m.group("bold"):
            return "<strong>%s</strong>" % self.inline(m.group("bold"))
        if m.group("italic"):
            return "<em>%s</em>" % self.inline(m.group("italic"))
        return html.escape(m.group("escaped"), quote=False)

    def where(self, kind, path):
        found = self.target(kind, path)
        if found is None:
            self.fault("%s leads nowhere" % path)
        return found or "#"

    @staticmethod
    def plain(text):
        """What is left for a reader who searches."""
        groups = ("inside", "text", "bold", "italic", "alt", "escaped")
        text = INLINE.sub(lambda m: next((m.group(g) for g in groups if m.group(g)), ""), text)
        return re.sub(r"\*\*?", "", text)

    # ---- blocks ----

    def put(self, text, plain=""):
        self.sections[-1].html.append(text)
        if plain:
            self.sections[-1].text.append(plain)

    def heading(self, level, text):
        title = self.plain(text)
        anchor = slug(title, self.taken)
        self.sections.append(Section(level, title, anchor))
        self.put('<h%d id="%s"><a class="here" href="#%s">%s</a></h%d>' % (level, anchor, anchor, self.inline(text), level), title)

    def blocks(self, lines):
        i = 0
        while i < len(lines):
            line = lines[i]
            if not line.strip():
                i += 1
            elif FENCE.match(line):
                i = self.fenced(lines, i)
            elif HEADING.match(line):
                m = HEADING.match(line)
                self.heading(len(m.group(1)), m.group(2))
                i += 1
            elif line.startswith("    "):
                i = self.indented(lines, i)
            elif RULE.match(line):
                self.put("<hr>")
                i += 1
            elif "|" in line and i + 1 < len(lines) and "|" in lines[i + 1] and DIVIDER.match(lines[i + 1]):
                i = self.table(lines, i)
            elif line.lstrip().startswith(">"):
                i = self.quotation(lines, i)
            elif ITEM.match(line):
                i = self.items(lines, i)
            else:
                i = self.paragraph(lines, i)

    def code(self, lines):
        text = "\n".join(lines).rstrip("\n")
        self.put("<pre><code>%s</code></pre>" % html.escape(text, quote=False), text)

    def fenced(self, lines, i):
        indent, end = len(FENCE.match(lines[i]).group(1)), i + 1
        while end < len(lines) and not FENCE.match(lines[end]):
            end += 1
        if end == len(lines):
            self.fault("a ``` is never closed")
        self.code([l[indent:] if not l[:indent].strip() else l for l in lines[i + 1:end]])
        return end + 1

    def indented(self, lines, i):
        end = i
        while end < len(lines) and (lines[end].startswith("    ") or not lines[end].strip()):
            end += 1
        self.code([l[4:] for l in lines[i:end]])
        return end

    def cells(self, line):
        line = line.strip()
        line = line[1:] if line.startswith("|") else line
        line = line[:-1] if line.endswith("|") and not line.endswith("\\|") else line
        # a | inside code or behind a backslash parts nothing
        parts, part, code = [], "", False
        for at, c in enumerate(line):
            code ^= c == "`"
            if c == "|" and not code and line[at - 1:at] != "\\":
                parts.append(part.strip())
                part = ""
            else:
                part += c
        return parts + [part.strip()]

    def table(self, lines, i):
        head, rows, end = self.cells(lines[i]), [], i + 2
        while end < len(lines) and "|" in lines[end] and lines[end].strip():
            rows.append(self.cells(lines[end]))
            end += 1
        for row in rows:
            if len(row) != len(head):
                self.fault("a table of %d columns has a row of %d: %s" % (len(head), len(row), " | ".join(row)[:60]))
        top = "<thead><tr>%s</tr></thead>" % "".join("<th>%s</th>" % self.inline(c) for c in head) if any(head) else ""
        body = "".join("<tr>%s</tr>" % "".join("<td>%s</td>" % self.inline(c) for c in row) for row in rows)
        self.put('<div class="wide"><table>%s<tbody>%s</tbody></table></div>' % (top, body), " ".join(self.plain(" ".join(r)) for r in [head] + rows))
        return end

    def quotation(self, lines, i):
        end, text = i, []
        while end < len(lines) and lines[end].lstrip().startswith(">"):
            text.append(lines[end].lstrip()[1:].strip())
            end += 1
        self.put("<blockquote><p>%s</p></blockquote>" % self.inline(" ".join(text)), self.plain(" ".join(text)))
        return end

    def items(self, lines, i):
        """Items of one list; lines behind an item that are indented, or that begin nothing else, belong to it."""
        first = ITEM.match(lines[i])
        depth, ordered, found = len(first.group(1)), first.group(2)[0].isdigit(), []
        begin = int(re.match(r"\d+", first.group(2)).group(0)) if ordered else 1
        while i < len(lines):
            m = ITEM.match(lines[i])
            if m and len(m.group(1)) <= depth:
                if len(m.group(1)) < depth or m.group(2)[0].isdigit() != ordered:
                    break
                found.append([m.group(3)])
            elif not lines[i].strip():
                later = next((l for l in lines[i:] if l.strip()), "")
                again = ITEM.match(later)
                if not (later.startswith("  ") or (again and len(again.group(1)) >= depth)):
                    break
                found[-1].append("")
            elif lines[i].startswith("  ") or not (HEADING.match(lines[i]) or FENCE.match(lines[i]) or "|" == lines[i][:1]):
                found[-1].append(lines[i])
            else:
                break
            i += 1
        tag = "ol" if ordered else "ul"
        self.put("<%s%s>" % (tag, ' start="%d"' % begin if begin != 1 else ""))
        for item in found:
            self.put("<li>")
            self.item(item)
            self.put("</li>")
        self.put("</%s>" % tag)
        return i

    def item(self, lines):
        at = 1
        while at < len(lines) and lines[at].strip() and not ITEM.match(lines[at]) and not FENCE.match(lines[at]):
            at += 1
        text = " ".join(l.strip() for l in lines[:at])
        self.put(self.inline(text), self.plain(text))
        rest = lines[at:]
        indent = min((len(l) - len(l.lstrip()) for l in rest if l.strip()), default=0)
        self.blocks([l[indent:] for l in rest])

    def paragraph(self, lines, i):
        end = i + 1
        while end < len(lines) and lines[end].strip() and not (HEADING.match(lines[end]) or FENCE.match(lines[end]) or lines[end].startswith("|") or
                                                                re.match(r"^[-*+] |^1\. ", lines[end])):
            end += 1
        text = " ".join(l.strip() for l in lines[i:end])
        pictures = re.fullmatch(r"(!\[[^\]]*\]\([^)]*\)\s*)+", text)
        self.put('<p%s>%s</p>' % (' class="pictures"' if pictures else "", self.inline(text)), self.plain(text))
        return end
