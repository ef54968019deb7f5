import { isTag, MAX_TAGS, tidyTag, uniqueTags } from '#contracts/saved.ts'

export type AddedTags =
  | { kind: 'added'; tags: string[] }
  /** Nothing was written, or nothing that is not there. */
  | { kind: 'same' }
  | { kind: 'refused'; problem: 'invalid_tag' | 'too_many_tags' }

/** The tags with what was written, which may be several by commas. */
export function addTags(tags: readonly string[], written: string): AddedTags {
  const fresh = written.split(',').map(tidyTag).filter(Boolean)
  if (!fresh.every(isTag)) return { kind: 'refused', problem: 'invalid_tag' }
  const next = uniqueTags([...tags, ...fresh])
  if (next.length === tags.length) return { kind: 'same' }
  return next.length > MAX_TAGS
    ? { kind: 'refused', problem: 'too_many_tags' }
    : { kind: 'added', tags: next }
}
