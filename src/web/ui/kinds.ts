// What an element is.
import type { ModelElement } from "./types";

export const isExperimental = (e: ModelElement): boolean => e.kind !== "numerical";
