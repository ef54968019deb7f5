import type { SubjectId } from '#web/lib/saved-subject.ts'

export type SavedMark = { id: SubjectId; isSaved: boolean; savedId: number | null }

/**
 * The same answer with the store or product marked at every place: in lists, details and saved lists alike, each has its `id` beside
 * `isSaved`. Unchanged parts keep their objects.
 */
export function markSaved<Value>(value: Value, mark: SavedMark): Value {
  // Safe: it replaces only the values of `isSaved` and `savedId`, by values of the same type.
  return marked(value, mark) as Value
}

function marked(value: unknown, mark: SavedMark): unknown {
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) {
    const items = value.map((item) => marked(item, mark))
    return items.some((item, at) => item !== value[at]) ? items : value
  }
  const entries = Object.entries(value).map(([key, inner]) => [key, marked(inner, mark)] as const)
  const own = isMarked(value, mark) ? ownMarks(value, mark) : {}
  const isSame = entries.every(([key, inner]) => inner === Reflect.get(value, key)) && isHeld(value, own)
  return isSame ? value : { ...Object.fromEntries(entries), ...own }
}

const isMarked = (value: object, { id }: SavedMark) =>
  'id' in value && value.id === id && 'isSaved' in value && typeof value.isSaved === 'boolean'

const ownMarks = (value: object, { isSaved, savedId }: SavedMark) => ({
  isSaved,
  ...('savedId' in value && { savedId: isSaved ? (savedId ?? value.savedId) : null }),
})

const isHeld = (value: object, marks: object) =>
  Object.entries(marks).every(([key, mark]) => Reflect.get(value, key) === mark)
