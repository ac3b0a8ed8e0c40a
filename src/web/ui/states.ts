// How states of a run look: a word, a sign and a colour, so that nobody has to tell colours apart.

export interface StateLook {
	word: string;
	sign: string;
	kind: string;
	over: boolean;
}

const LOOKS: Record<string, StateLook> = {
	connecting: { word: "connecting", sign: "\u25cc", kind: "wait", over: false },
	holding: { word: "ready, waits for start", sign: "\u25a2", kind: "wait", over: false },
	running: { word: "running", sign: "\u25b6", kind: "good", over: false },
	paused: { word: "paused", sign: "\u275a\u275a", kind: "warn", over: false },
	slow: { word: "slow", sign: "\u25b7", kind: "warn", over: false },
	hold: { word: "hold", sign: "\u275a\u275a", kind: "warn", over: false },
	tripped: { word: "TRIPPED", sign: "\u2716", kind: "bad", over: true },
	ended: { word: "ended", sign: "\u25a0", kind: "over", over: true },
	complete: { word: "complete", sign: "\u2713", kind: "over", over: true },
	failed: { word: "failed", sign: "!", kind: "bad", over: true },
	killed: { word: "killed", sign: "\u2716", kind: "bad", over: true },
	lost: { word: "lost", sign: "?", kind: "bad", over: true },
};

export const stateLook = (s: string | undefined): StateLook =>
	s ? (LOOKS[s] ?? { word: s, sign: "\u25cb", kind: "wait", over: false }) : { word: "no test", sign: "\u25cb", kind: "none", over: true };
