import type { Fact } from '#discovery/extract/store-snapshot.ts'

/** The document that a fact was read from. */
export type Source = { url: string; fetchedAt: string }

export function factOf<Value>(
  value: Value,
  label: Fact<Value>['label'],
  source: Source,
  path: string,
): Fact<Value> {
  return { value, label, evidence: { url: source.url, path, observedAt: source.fetchedAt } }
}
