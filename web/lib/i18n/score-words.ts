import type { TFunction } from 'i18next'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { Factor, FactorKind } from '#contracts/catalog/score-profile.ts'
import { ContactKind, halfRange, type StoreScore, tiersOf } from '#contracts/catalog/score.ts'
import { type Language, languageInfo } from '#i18n/languages.ts'
import { type FilterLabels, useFilterLabels } from './filter-labels.ts'
import { type Formats, useFormats } from './format.ts'
import { useLanguage } from './language.ts'

const settings = ['fullDays', 'best', 'apps', 'range', 'values', 'window', 'themes'] as const
/** A setting of a factor, as its editor and its rule have it. */
export type SettingName = (typeof settings)[number]

/** A part of the sentence that states a rule; a setting can be changed. */
type RulePart = { text: string; setting: SettingName | null }

type ScoredFactor = StoreScore['factors'][number]
type Named = 'apps' | 'themeFamily'
/** What the server calls an app or a theme. */
export type NameOf = (key: Named, value: string) => string

export type ScoreWords = ReturnType<typeof createScoreWords>

export function useScoreWords(nameOf: NameOf = plainName): ScoreWords {
  const { t } = useTranslation('score')
  const language = useLanguage()
  const formats = useFormats()
  const labels = useFilterLabels()
  return useMemo(
    () =>
      createScoreWords({
        t,
        formats,
        sentence: createSentenceFormats(language),
        labels,
        nameOf,
      }),
    [t, formats, language, labels, nameOf],
  )
}

/** A handle or a name in small letters, as words. */
export const plainName: NameOf = (_key, value) =>
  value
    .split(/[-_ ]+/)
    .map((word) => word.slice(0, 1).toUpperCase() + word.slice(1))
    .join(' ')

export function createScoreWords(say: Say) {
  const { t, formats } = say
  /** The rule of a factor: one sentence, built from its settings. */
  const rule = (factor: Factor) =>
    partsOf(t(`rules.${ruleOf(factor)}`, fillings(factor, say))).map((part, at) =>
      at === 0 ? { ...part, text: formats.capitalised(part.text) } : part,
    )
  return {
    name: (kind: FactorKind) => t(`kinds.${kind}`),
    help: (kind: FactorKind) => t(`help.${kind}`),
    rule,
    ruleText: (factor: Factor) =>
      rule(factor)
        .map(({ text }) => text)
        .join(''),
    /** What a factor looks at, in a store; null = not known. */
    value: ({ kind, value }: Pick<ScoredFactor, 'kind' | 'value'>) =>
      value === null ? t('values.unknown') : valueText(kind, value, say),
  }
}

type Say = {
  t: TFunction<'score'>
  formats: Formats
  sentence: SentenceFormats
  labels: Pick<FilterLabels, 'value'>
  nameOf: NameOf
}

/** Around a setting within a sentence: no text contains these letters, which Unicode keeps private. */
const [OPEN, BETWEEN, CLOSE] = ['\uE000', '\uE001', '\uE002']
const SETTING = new RegExp(`${OPEN}(\\w+)${BETWEEN}([^${CLOSE}]*)${CLOSE}`)

const marked = (setting: SettingName, text: string) => `${OPEN}${setting}${BETWEEN}${text}${CLOSE}`

/** `split` by two groups: text, setting, text of the setting, text, … */
function partsOf(sentence: string): RulePart[] {
  const pieces = sentence.split(SETTING)
  return pieces.flatMap((piece, at): RulePart[] => {
    if (at % 3 === 1 || piece === '') return []
    const name = at % 3 === 2 ? pieces[at - 1] : null
    return [{ text: piece, setting: settings.find((each) => each === name) ?? null }]
  })
}

function ruleOf(factor: Factor) {
  const { kind } = factor
  if (kind === 'catalogueSize' || kind === 'price')
    return factor.to === null ? (`${kind}Open` as const) : kind
  if (kind === 'category' || kind === 'country')
    return factor.half.length === 0 ? (`${kind}All` as const) : kind
  return kind
}

type Place =
  | Exclude<SettingName, 'range' | 'values' | 'window'>
  | 'noneFrom'
  | 'second'
  | 'from'
  | 'to'
  | 'halfFrom'
  | 'halfTo'
  | 'all'
  | 'half'
  | 'window'
type Fillings = Partial<Record<Place, string>>

/** For each place in the sentence of a rule, its text. */
function fillings(factor: Factor, say: Say): Fillings {
  const { t, formats, sentence } = say
  switch (factor.kind) {
    case 'launchAge':
      return {
        fullDays: marked('fullDays', t('settings.fullDays', { count: factor.fullDays })),
        noneFrom: formats.number(factor.fullDays + tiersOf(factor).length),
      }
    case 'contact': {
      const second = factor.best === 'named' ? 'business' : 'named'
      return {
        best: marked('best', t(`settings.best.${factor.best}`)),
        second: t(`settings.second.${second}`),
      }
    }
    case 'hasApp':
    case 'lacksApp':
      return { apps: marked('apps', namesOf(factor.apps, 'apps', say)) }
    case 'catalogueSize':
    case 'price':
      return rangeFillings(factor, say)
    case 'category':
    case 'country': {
      const names = (values: readonly string[]) =>
        marked('values', sentence.either(values.map((value) => nameIn(factor.kind, value, say))))
      return { all: names(factor.all), half: names(factor.half) }
    }
    case 'newProducts':
      return { window: marked('window', t('settings.window', { count: factor.window })) }
    case 'theme':
      return { themes: marked('themes', namesOf(factor.themes, 'themeFamily', say)) }
    case 'alive':
    case 'risk':
      return {}
    default:
      return factor satisfies never
  }
}

const namesOf = (values: readonly string[], key: Named, { sentence, nameOf }: Say) =>
  sentence.either(values.map((value) => nameOf(key, value)))

function nameIn(kind: 'category' | 'country', value: string, { sentence, labels }: Say): string {
  const name = labels.value(kind, value)
  return kind === 'category' ? sentence.name(name) : name
}

type Range = Extract<Factor, { kind: 'catalogueSize' | 'price' }>

/** The unit stands once, with the last figure; dollars with each. */
function rangeFillings(factor: Range, { t, formats }: Say): Fillings {
  const { kind, from, to } = factor
  const [halfFrom, halfTo] = halfRange(factor)
  const figure = (value: number, isLast: boolean) => {
    const total = formats.number(value)
    if (kind === 'price') return `$${total}`
    return isLast ? t('settings.products', formats.counted(value)) : total
  }
  const isOpen = to === null
  return {
    from: marked('range', figure(from, isOpen)),
    to: isOpen ? '' : marked('range', figure(to, true)),
    halfFrom: figure(halfFrom ?? 0, false),
    halfTo: halfTo === null ? '' : figure(halfTo, false),
  }
}

function valueText(kind: FactorKind, value: NonNullable<ScoredFactor['value']>, say: Say): string {
  const { t, formats, sentence, labels, nameOf } = say
  const text = String(value)
  const count = Array.isArray(value) ? value.length : Number(value)
  switch (kind) {
    case 'launchAge':
      return t('values.launched', { when: sentence.daysAgo(count) })
    case 'contact':
      return t(`values.contact.${ContactKind.safeParse(value).data ?? 'none'}`)
    case 'hasApp':
    case 'lacksApp':
      return count === 0 || !Array.isArray(value)
        ? t('values.apps')
        : value.map((app) => nameOf('apps', app)).join(', ')
    case 'catalogueSize':
      return t('values.products', formats.counted(count))
    case 'price':
      return t('values.price', { price: `$${formats.number(count)}` })
    case 'newProducts':
      return t('values.newProducts', formats.counted(count))
    case 'theme':
      return nameOf('themeFamily', text)
    case 'category':
    case 'country':
      return labels.value(kind, text)
    case 'alive':
      return t(value === 'yes' ? 'values.alive.yes' : 'values.alive.no')
    case 'risk':
      return t('values.risk', formats.counted(count))
    default:
      return kind satisfies never
  }
}

/** Formats of what stands within a sentence. */
export function createSentenceFormats(language: Language) {
  const { locale } = languageInfo[language]
  const days = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' })
  const choices = new Intl.ListFormat(locale, { type: 'disjunction' })
  return {
    /** 1 → yesterday, 0 → today. */
    daysAgo: (count: number) => days.format(-count, 'day'),
    /** One of several: Dawn, Horizon, or Sense. */
    either: (parts: readonly string[]) => choices.format(parts),
    /** Only German keeps the capital letter of a name. */
    name: (text: string) =>
      language === 'de' ? text : text.slice(0, 1).toLocaleLowerCase(locale) + text.slice(1),
  }
}

type SentenceFormats = ReturnType<typeof createSentenceFormats>
