import { at, hash, randomFor } from '../random.ts'
import { DAY_MS } from '../time.ts'
import { asciiSlug } from './brand.ts'
import { ARTICLE_TITLES } from './catalogue/texts.ts'
import type { ShopProfile } from './shop-profile.ts'

export type Article = { id: number; title: string; handle: string; publishedMs: number }

/** The shop's blog, newest first: old shops have posts from many years, new ones hardly any. */
export function articlesOf(profile: ShopProfile): Article[] {
  const random = randomFor(profile.key, 'articles')
  const { language } = profile.brand.country
  const count = profile.isNew
    ? random.chance(0.15)
      ? 1
      : 0
    : random.chance(0.6)
      ? random.int(1, 6)
      : 0
  const spanMs =
    (profile.isNew ? profile.launchedMs : profile.loggedMs - 40 * DAY_MS) - profile.createdMs
  return Array.from({ length: count }, (_, index) => {
    const title = at(ARTICLE_TITLES, index)[language].replace(
      '{item}',
      at(profile.brand.vertical.nouns, index).words[language],
    )
    return {
      id: 600_000_000_000 + (hash(profile.key, 'article', index) % 1_000_000_000),
      title,
      handle: `${asciiSlug(title) || 'article'}-${index + 1}`,
      publishedMs: Math.floor(profile.createdMs + (spanMs * (index + 0.4)) / count),
    }
  }).reverse()
}
