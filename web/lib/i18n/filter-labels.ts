import type { TFunction } from 'i18next'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { appIdOf, SocialNetwork } from '#contracts/stores/facts.ts'
import { PAYMENT_NAMES } from '#contracts/stores/payment-names.ts'
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
} from '#contracts/stores/store-filters.ts'
import type { Facet } from '#contracts/stores/stores.ts'
import { type DateFormats, useDateFormats } from '#web/lib/dates/date-format.ts'
import { spanOf } from '#web/lib/dates/date-selection.ts'
import { type Formats, useFormats } from './format.ts'
import { NETWORK_NAMES } from './network-names.ts'

export type FilterLabels = {
  /** Separator between a name and its values. */
  colon: string
  name: (key: FilterKey) => string
  /**
   * Display text of a value. Where the value itself is an id, `label` is the name from the server.
   */
  value: (key: FilterKey, value: string, label?: string | null) => string
  /** The choice for one filter, as a list of separate texts. */
  parts: (key: FilterKey, choice: FilterChoice, facet?: Facet) => string[]
}

/** Names and values of the filters in the active language. */
export function useFilterLabels(): FilterLabels {
  const { t } = useTranslation('list')
  const formats = useFormats()
  const dates = useDateFormats()
  return useMemo(() => createFilterLabels(t, formats, dates), [t, formats, dates])
}

export function createFilterLabels(
  t: TFunction<'list'>,
  formats: Formats,
  dates: DateFormats,
): FilterLabels {
  const value: FilterLabels['value'] = (key, text, label = null) => {
    if (text === UNKNOWN) return t('filters.unknown')
    const rule: FilterRule = storeFilters[key]
    switch (rule.kind) {
      case 'yesNo':
        return t(text === 'yes' ? 'filters.yes' : 'filters.no')
      case 'range':
        return wordsOfSpan(key, readSpan(text), t, formats)
      case 'days':
        return wordsOfDays(text, t, dates, formats)
      case 'text':
        return t('filters.quoted', { text })
      case 'options':
        if (rule.isMany && text === ANY) return t('filters.any')
        if (rule.isMany && text === NONE) return t('filters.none')
        return optionWords(key, text, label, t, formats)
      default:
        return rule satisfies never
    }
  }
  return {
    colon: formats.colon,
    name: (key) => t(`filter.${key}.name`),
    value,
    parts(key, choice, facet) {
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

/** Values whose names come neither from the texts of closed lists nor from the server's labels. */
const named: Partial<Record<FilterKey, (value: string, formats: Formats) => string>> = {
  country: (code, formats) => formats.country(code),
  shipsTo: (code, formats) => formats.country(code),
  language: (code, formats) => formats.capitalised(formats.language(code)),
  currency: (code, formats) => `${formats.capitalised(formats.currency(code))} (${code})`,
  // The brand comes from the address: `constructor` must not find what every object inherits.
  payments: (brand) =>
    (Object.hasOwn(PAYMENT_NAMES, brand) ? PAYMENT_NAMES[brand] : undefined) ?? brand,
  tld: (ending) => `.${ending}`,
  socials: (network) => NETWORK_NAMES[SocialNetwork.safeParse(network).data ?? 'instagram'],
}

function optionWords(
  key: FilterKey,
  value: string,
  label: string | null,
  t: TFunction<'list'>,
  formats: Formats,
): string {
  const name = named[key]
  if (name) return name(value, formats)
  if (key === 'changed7' || key === 'changed30') return t(`changes.${value}` as 'changes.opened')
  // Safe: a test checks that every value of every closed list has a text.
  if ('values' in storeFilters[key])
    return t(`filter.${key}.options.${value}` as 'filter.category.options.fashion')
  const appId = key === 'pixels' ? appIdOf(label ?? value) : null
  return appId === null ? (label ?? value) : t('filters.appId', { id: appId })
}

function wordsOfSpan(
  key: FilterKey,
  span: Band | null,
  t: TFunction<'list'>,
  formats: Formats,
): string {
  const figure = (value: number) => {
    if (key === 'price') return `$${formats.number(value)}`
    return key === 'discount' ? formats.wholePercent(value / 100) : formats.number(value)
  }
  const [least, most] = span ?? [null, null]
  if (least === null) return most === null ? '' : t('filters.upTo', { most: figure(most) })
  if (most === null) return t('filters.orMore', { least: figure(least) })
  if (least === most) return least === 0 && key !== 'price' ? t('filters.zero') : figure(least)
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
