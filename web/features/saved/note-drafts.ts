/** Unsaved notes. They outlive their field, so that they survive a change of the list or a failed save. */
const drafts = new Map<string, string>()

export const draftOf = (key: string): string | undefined => drafts.get(key)

export const hasDrafts = (): boolean => drafts.size > 0

export function keepDraft(key: string, text: string | null): void {
  if (text === null) drafts.delete(key)
  else drafts.set(key, text)
}
