import {
  type FilterChoice,
  type FilterKey,
  type FilterRule,
  NO_CHOICE,
  readChoice,
  readSpan,
  storeFilters,
  UNKNOWN,
  writeSpan,
} from '#contracts/store-filters.ts'

/** What is asked of one value: to have it, not to have it, or nothing. */
export type ValueState = 'include' | 'exclude' | 'neither'

export function stateOf(choice: FilterChoice, value: string): ValueState {
  if (value === UNKNOWN) return choice.unknown ? 'include' : 'neither'
  if (choice.include.includes(value)) return 'include'
  return choice.exclude.includes(value) ? 'exclude' : 'neither'
}

/** The choice with this value in that state. To exclude the unknown is not to ask for it. */
export function withState(choice: FilterChoice, value: string, state: ValueState): FilterChoice {
  if (value === UNKNOWN) return { ...choice, unknown: state === 'include' }
  const without = (values: readonly string[]) => values.filter((each) => each !== value)
  const [include, exclude] = [without(choice.include), without(choice.exclude)]
  switch (state) {
    case 'include':
      return { ...choice, include: [...include, value], exclude }
    case 'exclude':
      return { ...choice, include, exclude: [...exclude, value] }
    case 'neither':
      return { ...choice, include, exclude }
    default:
      return state satisfies never
  }
}

/** A press on a control that stands for one state: into it, or out of it again. */
export const pressed = (choice: FilterChoice, value: string, state: 'include' | 'exclude'): FilterChoice =>
  withState(choice, value, stateOf(choice, value) === state ? 'neither' : state)

/** As many values, and as long a text, as the calls take. */
const MAX_PARTS = 50
const MAX_TEXT = 600

/** The choice that an address asks for; of a broken one what is left when the wrong values are taken out. */
export function readSoundChoice(key: FilterKey, text: string): FilterChoice {
  const rule: FilterRule = storeFilters[key]
  if (rule.kind === 'text') return readChoice(key, text.slice(0, MAX_TEXT)) ?? NO_CHOICE
  const sound: string[] = []
  for (const part of new Set(text.split(','))) {
    const isFull = sound.length === MAX_PARTS || [...sound, part].join(',').length > MAX_TEXT
    if (!isFull && readChoice(key, part) !== null) sound.push(part)
  }
  return readChoice(key, sound.join(',')) ?? NO_CHOICE
}

/** The span that was typed, beside the offered bands; null where there is none, or several. */
export function typedSpan(key: FilterKey, { include }: FilterChoice) {
  const rule: FilterRule = storeFilters[key]
  const bands = rule.kind === 'range' ? rule.bands.map(writeSpan) : []
  const [typed, ...others] = include.filter((value) => !bands.includes(value))
  return typed === undefined || others.length > 0 ? null : readSpan(typed)
}

/** A typed span takes the place of everything that was included before; the unknown stay as they are. */
export const withTyped = (choice: FilterChoice, value: string | null): FilterChoice => ({
  ...choice,
  include: value === null ? [] : [value],
})
