import { isTag, MAX_TAGS, tidyTag, uniqueTags } from '#contracts/saved.ts'

export type AddedTags =
  | { kind: 'added'; tags: string[] }
  /** The input adds no new tag. */
  | { kind: 'same' }
  | { kind: 'refused'; problem: 'invalid_tag' | 'too_many_tags' }

/** Adds the typed tags, which may be several separated by commas. */
export function addTags(tags: readonly string[], written: string): AddedTags {
  const fresh = written.split(',').map(tidyTag).filter(Boolean)
  if (!fresh.every(isTag)) return { kind: 'refused', problem: 'invalid_tag' }
  const next = uniqueTags([...tags, ...fresh])
  if (next.length === tags.length) return { kind: 'same' }
  return next.length > MAX_TAGS
    ? { kind: 'refused', problem: 'too_many_tags' }
    : { kind: 'added', tags: next }
}
