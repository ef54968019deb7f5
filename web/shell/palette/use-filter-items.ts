import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { type Facet, listFacets } from '#contracts/stores/stores.ts'
import { q } from '#web/api/query.ts'
import { codesOf } from '#web/lib/i18n/codes.ts'
import { type Formats, useFormats } from '#web/lib/i18n/format.ts'
import { paths } from '#web/paths.ts'
import type { PaletteItem } from './palette-items.ts'

type Key = 'country' | 'category' | 'theme' | 'apps'
const keys: readonly Key[] = ['country', 'category', 'theme', 'apps']
/** These filters have so many values that most can only be found by name. */
const named: readonly Key[] = ['theme', 'apps']

/** Values of the most used filters, each linking to the list of its newly launched stores. `find`: settled words. */
export function useFilterItems(searched: string): PaletteItem[] {
  const { t } = useTranslation(['list', 'palette'])
  const formats = useFormats()
  const common = useQuery(q(listFacets, { query: { launchStatus: 'new', groups: keys.join() } }))
  const commonFacets = common.data?.facets ?? []
  const beyond = named.filter((key) => commonFacets.some((facet) => facet.key === key && facet.more > 0))
  const rare = useQuery({
    ...q(listFacets, { query: { launchStatus: 'new', groups: beyond.join(), find: searched.slice(0, 60) } }),
    enabled: searched !== '' && beyond.length > 0,
    placeholderData: keepPreviousData,
  })
  const valuesOf = (key: Key): Facet['options'] => {
    const own = [...commonFacets, ...((searched !== '' && rare.data?.facets) || [])].filter(
      (facet) => facet.key === key,
    )
    const options = own.flatMap((facet) => facet.options)
    const isMore = own.some(({ more }) => more > 0)
    const unlisted = isMore ? (codesOf(key)?.() ?? []).map((value) => ({ value, label: null, count: 0 })) : []
    const all = [...options, ...unlisted]
    return all.filter(({ value }, at) => all.findIndex((each) => each.value === value) === at)
  }
  const labelOf = (key: Key, { value, label }: Facet['options'][number]): string => {
    if (key === 'country') return formats.country(value)
    // Safe: a test checks that every category has a text.
    return key === 'category'
      ? t(`filter.category.options.${value}` as 'filter.category.options.fashion')
      : (label ?? value)
  }
  return keys.flatMap((key) => {
    const name = t(`filter.${key}.name`)
    return valuesOf(key).map((option): PaletteItem => ({
      id: `filter:${key}:${option.value}`,
      group: 'filters',
      label: labelOf(key, option),
      hint: option.count > 0 ? `${name} · ${countOf(option.count, formats)}` : name,
      words: name,
      shown: 'typed',
      action: { kind: 'go', to: paths.list({ [key]: option.value }) },
    }))
  })
  function countOf(count: number, { number }: Formats) {
    return t('palette:stores', { count, total: number(count) })
  }
}
