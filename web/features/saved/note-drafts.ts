/** Notes that are written and not saved yet: they outlive their field, so that nothing is lost when the list changes or a save fails. */
const drafts = new Map<string, string>()

export const draftOf = (key: string): string | undefined => drafts.get(key)

export const hasDrafts = (): boolean => drafts.size > 0

export function keepDraft(key: string, text: string | null): void {
  if (text === null) drafts.delete(key)
  else drafts.set(key, text)
}
