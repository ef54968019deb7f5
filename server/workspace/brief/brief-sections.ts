import { addDays, dayOf } from '#contracts/dates.ts'
import type { ClusterId, StoreId } from '#contracts/ids.ts'
import type { Language } from '#i18n/languages.ts'
import type { AppContext } from '#server/platform/context.ts'
import { pageLink } from '#server/platform/links.ts'
import type { LetterSection } from '#server/platform/mail/letter.ts'
import {
  fillPlaceholders,
  mailFormats,
  oneLine,
  sharedWords,
} from '#server/platform/mail/mail-texts.ts'
import { describeChange } from '#server/workspace/feeds/change-entries.ts'
import type { BriefContents } from './brief-items.ts'
import type { BriefWords } from './brief-words.ts'

/** Of each kind; a link leads to all of them. */
export const LISTED = 5

type Config = Pick<AppContext['config'], 'PUBLIC_ORIGIN'>
type Item = LetterSection['items'][number]
type Deps = { language: Language; words: BriefWords; links: BriefLinks }

/** A brief as a mail and a feed show it: one line each, with a link that opens exactly that. */
export function sectionsOf(
  config: Config,
  language: Language,
  words: BriefWords,
  contents: BriefContents,
): LetterSection[] {
  const deps = { language, words, links: briefLinks(config, language) }
  return [
    dueSteps(deps, contents),
    bestMatches(deps, contents),
    followed(deps, contents),
    niches(deps, contents),
  ].filter(({ items }) => items.length > 0)
}

function section(
  { words }: Deps,
  { title, count, href, items }: { title: string; count: number; href: string; items: Item[] },
): LetterSection {
  const all = { label: fillPlaceholders(words.texts.all, { count: words.number(count) }), href }
  return {
    title,
    count: words.number(count),
    ...(count > LISTED && { all }),
    items: items.slice(0, LISTED),
  }
}

function dueSteps(deps: Deps, { steps, counts }: BriefContents): LetterSection {
  const { words, links } = deps
  return section(deps, {
    title: words.texts.dueSteps,
    count: counts.steps,
    href: links.dueSteps,
    items: steps.map(({ store, nextStep, daysLate }) => {
      const detail = oneLine(nextStep ?? words.texts.noStep)
      const href = links.store(store.id)
      return {
        title: oneLine(store.name),
        href,
        ...(daysLate > 0
          ? { detail, warning: words.counted('daysLate', daysLate) }
          : { detail: `${detail} · ${words.texts.today}` }),
        action: { label: words.texts.open, href, about: oneLine(store.name) },
      }
    }),
  })
}

function bestMatches(deps: Deps, { matches, counts }: BriefContents): LetterSection {
  const { words, links, language } = deps
  return section(deps, {
    title: words.texts.bestMatches,
    count: counts.matches,
    href: links.newLeads,
    items: matches.map((match) => {
      const { store, search, points, known } = match
      const href = links.store(store.id)
      return {
        title: oneLine(store.name),
        href,
        detail: [...speaksFor(words, language, match), oneLine(search.name)].join(', '),
        score: {
          points,
          label: fillPlaceholders(words.texts.score, {
            points: words.number(points),
            known: words.number(known),
          }),
        },
        action: { label: words.texts.open, href, about: oneLine(store.name) },
      }
    }),
  })
}

function speaksFor(
  { texts }: BriefWords,
  language: Language,
  { store, speaksFor: { emailKind, app, launchDate } }: BriefContents['matches'][number],
): string[] {
  const formats = mailFormats(language)
  return [
    store.country && formats.country(store.country),
    emailKind && (emailKind === 'personal' ? texts.namedMailbox : texts.businessMailbox),
    app && oneLine(app),
    launchDate && fillPlaceholders(texts.launched, { day: formats.shortDay(launchDate) }),
  ].filter((each) => each !== null)
}

function followed(deps: Deps, { changes, clusters, counts }: BriefContents): LetterSection {
  const { words, links, language } = deps
  const ofStores = changes.map((change): Item => {
    const href = links.timeline(change.store.id)
    const title = oneLine(change.store.name)
    return {
      title,
      href,
      detail: `${oneLine(describeChange(change, language))} · ${words.time(change.at)}`,
      action: { label: words.texts.evidence, href, about: title },
    }
  })
  const ofClusters = clusters.map(({ cluster, storesNow, storesBefore }): Item => {
    const href = links.cluster(cluster.id)
    const title = oneLine(cluster.title)
    const change = storesNow - (storesBefore ?? 0)
    const key = storesBefore === null ? 'firstStores' : change > 0 ? 'moreStores' : 'fewerStores'
    const total = words.number(storesNow)
    return {
      title,
      href,
      detail: words.counted(key, Math.abs(change), { total }),
      action: { label: words.texts.seeStores, href, about: title },
    }
  })
  return section(deps, {
    title: words.texts.followed,
    count: counts.changes,
    href: links.changes,
    // A product is one line beside the many of stores.
    items: [...ofStores.slice(0, LISTED - Math.min(ofClusters.length, 2)), ...ofClusters],
  })
}

function niches(deps: Deps, { niches: all, counts, until }: BriefContents): LetterSection {
  const { words, links, language } = deps
  const { category: categories } = sharedWords(language)
  const { country: countryName } = mailFormats(language)
  return section(deps, {
    title: words.texts.ownNiches,
    count: counts.niches,
    href: links.pulse,
    items: all.map(({ category, country, now, before }) => {
      const title = `${categories[category]}, ${countryName(country)}`
      const figures = { now: words.number(now), before: words.number(before ?? 0) }
      const sentence = before === null ? words.texts.nicheNow : words.texts.nicheCompared
      return {
        title,
        href: links.niche(category, country),
        detail: fillPlaceholders(sentence, figures),
        action: {
          label: fillPlaceholders(words.texts.show, { count: words.number(now) }),
          href: links.storesOfNiche(category, country, until),
          about: title,
        },
      }
    }),
  })
}

type BriefLinks = ReturnType<typeof briefLinks>

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
