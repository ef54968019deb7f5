import { UI } from '../catalogue/texts.ts'
import { articlesOf } from '../articles.ts'
import { escapeHtml } from '../../escape-html.ts'
import type { Storefront } from '../storefront.ts'
import { zonedIso } from '../../time.ts'
import { aboutText } from '../about.ts'
import { renderPage } from './layout.ts'

export function blogPage(storefront: Storefront): string {
  const { profile } = storefront
  const { language, utcOffsetMinutes } = profile.brand.country
  const items = articlesOf(profile).map((article) => {
    const stamp = zonedIso(article.publishedMs, utcOffsetMinutes)
    return `<li><a href="/blogs/news/${article.handle}">${escapeHtml(article.title)}</a> <time datetime="${stamp}">${stamp.slice(0, 10)}</time></li>`
  })
  return renderPage(storefront, {
    pageType: 'blog',
    path: '/blogs/news',
    title: UI.journal[language],
    main: `<h1>${escapeHtml(UI.journal[language])}</h1><ul>${items.join('')}</ul>`,
  })
}

export function articlePage(storefront: Storefront, handle: string): string | null {
  const { profile } = storefront
  const article = articlesOf(profile).find((candidate) => candidate.handle === handle)
  if (!article) return null
  const stamp = zonedIso(article.publishedMs, profile.brand.country.utcOffsetMinutes)
  return renderPage(storefront, {
    pageType: 'article',
    path: `/blogs/news/${handle}`,
    title: article.title,
    resource: { type: 'article', id: article.id },
    main: `<article><h1>${escapeHtml(article.title)}</h1><time datetime="${stamp}">${stamp.slice(0, 10)}</time><div class="article-template__content rte"><p>${escapeHtml(aboutText(profile))}</p></div></article>`,
  })
}
