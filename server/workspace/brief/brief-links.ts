import { addDays, dayOf } from '#contracts/dates.ts'
import type { ClusterId, StoreId } from '#contracts/ids.ts'
import type { Language } from '#i18n/languages.ts'
import type { AppContext } from '#server/platform/context.ts'
import { pageLink } from '#server/platform/links.ts'

export type BriefLinks = ReturnType<typeof briefLinks>

/** Where each line of a brief leads. */
export function briefLinks(
  config: Pick<AppContext['config'], 'PUBLIC_ORIGIN'>,
  language: Language,
) {
  const link = (page: Parameters<typeof pageLink>[1], query: Record<string, string> = {}) =>
    pageLink(config, page, language, query)
  return {
    today: link('/app'),
    dueSteps: link('/leads', { view: 'table' }),
    newLeads: link('/list', { view: 'leads', isNew: 'yes', sortBy: 'score' }),
    changes: link('/changes', { followed: 'yes' }),
    pulse: link('/pulse'),
    store: (id: StoreId) => link(`/store/${id}`),
    timeline: (id: StoreId) => link(`/store/${id}`, { tab: 'timeline' }),
    cluster: (id: ClusterId) => link(`/products/${id}`),
    niche: (category: string, country: string) =>
      link(`/pulse/${encodeURIComponent(category)}/${country}`),
    /** Those of the whole week before a moment, as the niche counts them. */
    storesOfNiche: (category: string, country: string, until: string) => {
      const to = addDays(dayOf(new Date(until)), -1)
      const days = { dateRangeFrom: addDays(to, -6), dateRangeTo: to }
      return link('/list', { category, country, ...days })
    },
  }
}
