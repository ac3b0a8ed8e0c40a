// What an element is, and what a site is called.
import type { ModelElement, Site } from "./types";

export const isExperimental = (e: ModelElement): boolean => e.kind !== "numerical";

/** The name that was given, or the number: names that are the words of a script are not names. */
export const siteName = (s: Site): string => (s.name && !/\s/.test(s.name) ? s.name : `site ${s.tag}`);
