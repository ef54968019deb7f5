import * as z from 'zod/mini'
import { Category } from './facts.ts'
import { filterValue } from './store-filters.ts'

/** What a score is made of: up to twelve factors with weights that sum to 100. */
export const SUM_OF_WEIGHTS = 100
export const MAX_FACTORS = 12
/** Of a profile as text: it travels in addresses. */
export const MAX_PROFILE_TEXT = 1_000

export const ScorePoints = z.int().check(z.minimum(0), z.maximum(SUM_OF_WEIGHTS))
const weight = ScorePoints

const MAX_CHOICES = 30
const isPlain = (text: string) => filterValue(text) === text && !/[\p{Cc}\p{Cs}]/u.test(text)
const Word = z.string().check(z.minLength(1), z.maxLength(100), z.refine(isPlain))
const Country = z.string().check(z.regex(/^[A-Z]{2}$/))

const isDistinct = (values: readonly string[]) => new Set(values).size === values.length
const some = <Item extends z.ZodMiniType<string>>(item: Item) =>
  z.array(item).check(z.minLength(1), z.maxLength(MAX_CHOICES), z.refine(isDistinct))
/** Values that give the whole weight, and others that give half of it. */
const allAndHalf = <Item extends z.ZodMiniType<string>>(item: Item) => ({
  all: some(item),
  half: z.array(item).check(z.maxLength(MAX_CHOICES), z.refine(isDistinct)),
})
const isApart = ({ all, half }: { all: string[]; half: string[] }) => isDistinct([...all, ...half])

const MAX_END = 999_999
const end = z.int().check(z.minimum(0), z.maximum(MAX_END))
/** Both ends included; without `to` there is no upper one. */
const range = { from: end, to: z.nullable(end) }
const isInOrder = ({ from, to }: { from: number; to: number | null }) => to === null || from <= to

export const FactorKind = z.enum([
  'launchAge',
  'contact',
  'hasApp',
  'lacksApp',
  'catalogueSize',
  'price',
  'category',
  'newProducts',
  'theme',
  'country',
  'alive',
  'risk',
])
export type FactorKind = z.infer<typeof FactorKind>

/** `score.ts` has the rule of each. */
export const Factor = z.discriminatedUnion('kind', [
  /** Days since the launch. */
  z.object({
    kind: z.literal('launchAge'),
    weight,
    fullDays: z.int().check(z.minimum(0), z.maximum(365)),
  }),
  z.object({ kind: z.literal('contact'), weight, best: z.enum(['named', 'business']) }),
  /** Handles, as the filter `apps` has them. */
  z.object({ kind: z.literal('hasApp'), weight, apps: some(Word) }),
  z.object({ kind: z.literal('lacksApp'), weight, apps: some(Word) }),
  /** Products. */
  z.object({ kind: z.literal('catalogueSize'), weight, ...range }).check(z.refine(isInOrder)),
  /** Median price in approximate US dollars. */
  z.object({ kind: z.literal('price'), weight, ...range }).check(z.refine(isInOrder)),
  z
    .object({ kind: z.literal('category'), weight, ...allAndHalf(Category) })
    .check(z.refine(isApart)),
  z.object({ kind: z.literal('newProducts'), weight, window: z.literal([7, 30]) }),
  /** Values of the filter `themeFamily`: in small letters, without version. */
  z.object({
    kind: z.literal('theme'),
    weight,
    themes: some(Word.check(z.refine((theme) => theme === theme.toLowerCase()))),
  }),
  z.object({ kind: z.literal('country'), weight, ...allAndHalf(Country) }).check(z.refine(isApart)),
  z.object({ kind: z.literal('alive'), weight }),
  /** Warning signs. */
  z.object({ kind: z.literal('risk'), weight }),
])
export type Factor = z.infer<typeof Factor>

/** Apps may be asked in several ways; everything else is one factor. */
export const isRepeatable = (kind: FactorKind) => kind === 'hasApp' || kind === 'lacksApp'

export const ScoreProfile = z
  .object({ factors: z.array(Factor).check(z.minLength(1), z.maxLength(MAX_FACTORS)) })
  .check(
    z.refine(({ factors }) => factors.reduce((sum, one) => sum + one.weight, 0) === SUM_OF_WEIGHTS),
    z.refine(({ factors }) =>
      isDistinct(factors.map(({ kind }) => kind).filter((kind) => !isRepeatable(kind))),
    ),
    z.refine((profile) => writeProfile(profile).length <= MAX_PROFILE_TEXT),
  )
export type ScoreProfile = z.infer<typeof ScoreProfile>

/** The profile of every account, until a saved search has its own. */
export const DEFAULT_PROFILE: ScoreProfile = {
  factors: [
    { kind: 'launchAge', weight: 25, fullDays: 7 },
    { kind: 'contact', weight: 25, best: 'named' },
    { kind: 'catalogueSize', weight: 10, from: 10, to: 250 },
    { kind: 'price', weight: 10, from: 20, to: 150 },
    { kind: 'newProducts', weight: 10, window: 7 },
    { kind: 'alive', weight: 10 },
    { kind: 'risk', weight: 10 },
  ],
}

/** Between factors, and between the parts of one; neither is escaped in an address. */
const FACTOR_MARK = '*'
const PART_MARK = '.'
/** Between the values for all and those for half; an end that is missing. */
const NOTHING = '-'

/** A profile as text for addresses, calls and rows; equal profiles have equal texts. */
export const writeProfile = ({ factors }: ScoreProfile): string =>
  factors
    .map((factor) =>
      [factor.kind, String(factor.weight), ...settingsOf(factor).map(escapePart)].join(PART_MARK),
    )
    .join(FACTOR_MARK)

/** Null for a text that `writeProfile` cannot have written. */
export function readProfile(text: string): ScoreProfile | null {
  if (text.length > MAX_PROFILE_TEXT) return null
  const { data } = ScoreProfile.safeParse({ factors: text.split(FACTOR_MARK).map(readFactor) })
  return data && writeProfile(data) === text ? data : null
}

function settingsOf(factor: Factor): string[] {
  switch (factor.kind) {
    case 'launchAge':
      return [String(factor.fullDays)]
    case 'contact':
      return [factor.best]
    case 'hasApp':
    case 'lacksApp':
      return factor.apps
    case 'catalogueSize':
    case 'price':
      return [String(factor.from), factor.to === null ? NOTHING : String(factor.to)]
    case 'category':
    case 'country':
      return [...factor.all, NOTHING, ...factor.half]
    case 'newProducts':
      return [String(factor.window)]
    case 'theme':
      return factor.themes
    case 'alive':
    case 'risk':
      return []
    default:
      return factor satisfies never
  }
}

/** What the schema then checks. */
function readFactor(text: string): object {
  const [kind = '', weight, ...parts] = text.split(PART_MARK)
  return { kind, weight: Number(weight), ...readSettings(kind, parts.map(readPart)) }
}

function readSettings(kind: string, parts: readonly string[]): object {
  const [first, second] = parts
  const divide = parts.indexOf(NOTHING)
  switch (kind) {
    case 'launchAge':
      return { fullDays: Number(first) }
    case 'contact':
      return { best: first }
    case 'hasApp':
    case 'lacksApp':
      return { apps: parts }
    case 'catalogueSize':
    case 'price':
      return { from: Number(first), to: second === NOTHING ? null : Number(second) }
    case 'category':
    case 'country':
      return { all: parts.slice(0, divide), half: parts.slice(divide + 1) }
    case 'newProducts':
      return { window: Number(first) }
    case 'theme':
      return { themes: parts }
    default:
      return {}
  }
}

/** Percent-encoding with another sign, which an address would encode again. */
const escapePart = (part: string): string =>
  encodeURIComponent(part)
    .replace(/[!'()*._~]/g, (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`)
    .replaceAll('%', '_')

function readPart(part: string): string {
  try {
    return decodeURIComponent(part.replaceAll('_', '%'))
  } catch {
    return ''
  }
}

export const profileField = z.string().check(
  z.maxLength(MAX_PROFILE_TEXT),
  z.refine((text) => readProfile(text) !== null),
)

/** The profile of a call; without one it is the default. */
export const profileOf = (text: string | null | undefined): ScoreProfile =>
  (text ? readProfile(text) : null) ?? DEFAULT_PROFILE
