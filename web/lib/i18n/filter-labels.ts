import type { TFunction } from 'i18next'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { appIdOf, SocialNetwork } from '#contracts/catalog/facts.ts'
import { MAIL_BRANDS } from '#contracts/catalog/mail-providers.ts'
import { PAYMENT_NAMES } from '#contracts/catalog/payment-names.ts'
import {
  ANY,
  type Band,
  type FilterChoice,
  type FilterKey,
  type FilterRule,
  NONE,
  readDays,
  readSpan,
  storeFilters,
  UNKNOWN,
  type ValueCodes,
  type ValueNames,
} from '#contracts/catalog/store-filters.ts'
import type { Facet } from '#contracts/catalog/stores.ts'
import { isBuiltInStage } from '#contracts/workspace/stage-keys.ts'
import { type DateFormats, useDateFormats } from '#web/lib/dates/date-format.ts'
import { spanOf } from '#web/lib/dates/date-selection.ts'
import { type Formats, useFormats } from './format.ts'
import { NETWORK_NAMES } from './network-names.ts'

export type FilterLabels = ReturnType<typeof createFilterLabels>

export function useFilterLabels(): FilterLabels {
  const { t } = useTranslation('list')
  const formats = useFormats()
  const dates = useDateFormats()
  return useMemo(() => createFilterLabels(t, formats, dates), [t, formats, dates])
}

export function createFilterLabels(t: TFunction<'list'>, formats: Formats, dates: DateFormats) {
  /** `label`: the server's name of a value that is an id. */
  const value = (key: FilterKey, text: string, label: string | null = null): string => {
    if (text === UNKNOWN) return t('filters.unknown')
    const rule: FilterRule = storeFilters[key]
    switch (rule.kind) {
      case 'yesNo':
        return t(text === 'yes' ? 'filters.yes' : 'filters.no')
      case 'range':
        return wordsOfSpan(rule.unit, readSpan(text), t, formats)
      case 'days':
        return wordsOfDays(text, t, dates, formats)
      case 'text':
        return t('filters.quoted', { text })
      case 'options': {
        if (rule.isMany && text === ANY) return t('filters.any')
        if (rule.isMany && text === NONE) return t('filters.none')
        const naming = rule.codes ?? rule.names
        if (naming) return named[naming](text, label ?? text, formats, t)
        // Safe: a test checks that every value of every closed list has a text.
        return rule.values
          ? t(`filter.${key}.options.${text}` as 'filter.category.options.fashion')
          : (label ?? text)
      }
      default:
        return rule satisfies never
    }
  }
  return {
    colon: formats.colon,
    name: (key: FilterKey): string => t(`filter.${key}.name`),
    value,
    parts(key: FilterKey, choice: FilterChoice, facet?: Facet): string[] {
      const labelOf = (text: string) =>
        facet?.options.find((option) => option.value === text)?.label ?? null
      return [
        ...choice.include.map((text) => value(key, text, labelOf(text))),
        ...choice.exclude.map((text) =>
          t('filters.not', { value: value(key, text, labelOf(text)) }),
        ),
        ...(choice.unknown ? [t('filters.unknown')] : []),
      ]
    },
  }
}

type NameOf = (value: string, label: string, formats: Formats, t: TFunction<'list'>) => string

/** `label` = the name from the server, or the value itself. */
const named: Record<ValueCodes | ValueNames, NameOf> = {
  country: (code, _, formats) => formats.country(code),
  language: (code, _, formats) => formats.capitalised(formats.language(code)),
  currency: (code, _, formats) => `${formats.capitalised(formats.currency(code))} (${code})`,
  // The brand comes from the address: `constructor` must not find what every object inherits.
  paymentBrand: (brand) =>
    (Object.hasOwn(PAYMENT_NAMES, brand) ? PAYMENT_NAMES[brand] : undefined) ?? brand,
  mailProvider: (provider, _label, _formats, t) =>
    Object.entries(MAIL_BRANDS).find(([brand]) => brand === provider)?.[1] ??
    // Safe: the values without a brand have a text.
    t(`filter.mailProvider.options.${provider}` as 'filter.mailProvider.options.own'),
  domainEnding: (ending) => `.${ending}`,
  network: (network) => NETWORK_NAMES[SocialNetwork.safeParse(network).data ?? 'instagram'],
  // Safe: a test checks that every value of every closed list has a text.
  change: (kind, _label, _formats, t) => t(`changes.${kind}` as 'changes.opened'),
  // Safe: as above; both filters share the texts.
  policy: (kind, _label, _formats, t) =>
    t(`filter.policies.options.${kind}` as 'filter.policies.options.terms'),
  // A stage that the account named has its name from the server.
  stage: (key, label, _formats, t) =>
    key === label && isBuiltInStage(key) ? t(`filter.stage.options.${key}`) : label,
  pixel(_, label, _formats, t) {
    const appId = appIdOf(label)
    return appId === null ? label : t('filters.appId', { id: appId })
  },
}

function wordsOfSpan(
  unit: 'dollars' | 'percent' | undefined,
  span: Band | null,
  t: TFunction<'list'>,
  formats: Formats,
): string {
  const figure = (value: number) => {
    if (unit === 'dollars') return `$${formats.number(value)}`
    return unit === 'percent' ? formats.wholePercent(value / 100) : formats.number(value)
  }
  const [least, most] = span ?? [null, null]
  if (least === null) return most === null ? '' : t('filters.upTo', { most: figure(most) })
  if (most === null) return t('filters.orMore', { least: figure(least) })
  if (least === most) return least === 0 && unit !== 'dollars' ? t('filters.zero') : figure(least)
  return `${figure(least)} – ${figure(most)}`
}

function wordsOfDays(
  text: string,
  t: TFunction<'list'>,
  dates: DateFormats,
  formats: Formats,
): string {
  const [from, to] = readDays(text) ?? [null, null]
  if (from && to) return dates.selection(spanOf(from, to))
  if (from) return t('filters.since', { day: formats.day(from) })
  return to ? t('filters.until', { day: formats.day(to) }) : ''
}

const LETTERS = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']
const pairs = LETTERS.flatMap((first) => LETTERS.map((second) => first + second))

/**
 * Codes that have a name of their own in the runtime's `Intl` data; computed once. A code of the past
 * (DD) goes by the name of its successor (Germany), which would then be there twice.
 */
function codesNamed(type: 'region' | 'language', tried: readonly string[]) {
  let known: readonly string[] | null = null
  const isCurrent = (code: string) => {
    const tag = type === 'region' ? `und-${code}` : code
    return Intl.getCanonicalLocales(tag)[0] === tag
  }
  return () => {
    if (known) return known
    const names = new Intl.DisplayNames('en', { type, fallback: 'none' })
    const named = new Map<string, string>()
    for (const code of tried) {
      const name = names.of(code)
      if (name !== undefined && isCurrent(code) && !named.has(name)) named.set(name, code)
    }
    return (known = [...named.values()])
  }
}

const countries = codesNamed('region', pairs)
const languages = codesNamed(
  'language',
  pairs.map((pair) => pair.toLowerCase()),
)

const codes: Record<ValueCodes, () => readonly string[]> = {
  country: countries,
  language: languages,
  currency: () => Intl.supportedValuesOf('currency'),
}

/**
 * All values of a filter whose names the browser knows; null when only the server knows its values.
 */
export function knownValuesOf(key: FilterKey): readonly string[] | null {
  const rule: FilterRule = storeFilters[key]
  if (rule.kind !== 'options') return []
  if (rule.values) return rule.values
  return rule.names === 'paymentBrand' ? Object.keys(PAYMENT_NAMES) : (codesOf(key)?.() ?? null)
}

/** All possible codes of a filter's values; null when its values are not codes. */
export function codesOf(key: FilterKey): (() => readonly string[]) | null {
  const rule: FilterRule = storeFilters[key]
  return rule.kind === 'options' && rule.codes ? codes[rule.codes] : null
}
