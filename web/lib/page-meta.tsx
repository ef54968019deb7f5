import { useTranslation } from 'react-i18next'
import { useLocation } from 'react-router'
import { PREVIEW_SIZE, previewPath } from '#contracts/previews.ts'
import { FALLBACK_LANGUAGE, languageInfo, languages, type Language } from '#i18n/languages.ts'
import type pages from '#i18n/locales/en/pages.json'
import { languageOf } from '#web/lib/load-texts.ts'
import { useSite } from '#web/lib/site.tsx'
import { StructuredData } from '#web/lib/structured-data.tsx'

/** Pages with their own title, description and keywords in the `pages` texts. */
export type PageName = keyof (typeof pages)['meta']

type Props = {
  page: PageName
  /** Instead of the translated title, e.g. a store's name. */
  title?: string
  /** Instead of the translated description, e.g. what an article says of itself. */
  description?: string
  /** Instead of the page's picture, e.g. an article's. */
  preview?: { name: string; language: Language; title: string; description: string }
  /** Settings and other private pages stay out of search engines. */
  noindex?: boolean
  /** Where the page's address differs from the one that was asked, e.g. an article asked for by its id. */
  path?: string
  /** Where its content is not in all of our languages, e.g. an article's: whichever was asked for, it is the same page. */
  onlyIn?: Language
  /** Of a list in pages, from 1: each is a page of its own. */
  pageNumber?: number
}

/** Title, description, keywords, canonical link and language alternatives. React moves all of it into the head. */
export function PageMeta({ page, title, noindex = false, path, onlyIn, pageNumber = 1, ...own }: Props) {
  const { t, i18n } = useTranslation('pages')
  const { origin, socialLinks } = useSite()
  const { pathname } = useLocation()
  const language = onlyIn ?? languageOf(i18n)
  const address = (inLanguage: Language) => origin + (path ?? pathname) + queryOf(inLanguage, pageNumber)
  const ownTitle = t(`meta.${page}.title`)
  const fullTitle = title ? `${title} · Storedawn` : ownTitle
  const pageDescription = t(`meta.${page}.description`)
  const description = own.description ?? pageDescription
  const preview = own.preview ?? { name: page, language, title: ownTitle, description: pageDescription }
  return (
    <>
      <title>{fullTitle}</title>
      <meta name="description" content={description} />
      <meta name="keywords" content={t(`meta.${page}.keywords`)} />
      {noindex && <meta name="robots" content="noindex" />}
      <link rel="canonical" href={address(language)} />
      {(onlyIn ? [onlyIn] : languages).map((each) => (
        <link key={each} rel="alternate" hrefLang={each} href={address(each)} />
      ))}
      <link rel="alternate" hrefLang="x-default" href={address(onlyIn ?? FALLBACK_LANGUAGE)} />
      <meta property="og:type" content={own.preview ? 'article' : 'website'} />
      <meta property="og:site_name" content="Storedawn" />
      <meta property="og:title" content={fullTitle} />
      <meta property="og:description" content={description} />
      <meta property="og:url" content={address(language)} />
      <meta property="og:locale" content={languageInfo[language].locale.replace('-', '_')} />
      <meta property="og:image" content={origin + pathOf(preview)} />
      <meta property="og:image:width" content={String(PREVIEW_SIZE.width)} />
      <meta property="og:image:height" content={String(PREVIEW_SIZE.height)} />
      <meta property="og:image:alt" content={preview.title} />
      <meta name="twitter:card" content="summary_large_image" />
      {page === 'home' && <OurselvesData sameAs={socialLinks} {...{ origin, description, language }} />}
    </>
  )
}

type OurselvesProps = { origin: string; description: string; language: Language; sameAs: readonly string[] }

function OurselvesData({ origin, sameAs, description, language }: OurselvesProps) {
  const site = { name: 'Storedawn', url: `${origin}/` }
  const publisher = { '@type': 'Organization', ...site, logo: `${origin}/icon-512.png`, sameAs }
  return (
    <StructuredData thing={{ '@type': 'WebSite', ...site, description, inLanguage: language, publisher }} />
  )
}

const pathOf = ({ language, name, title, description }: NonNullable<Props['preview']>) =>
  previewPath(language, name, title + description)

/** English is the address without the parameter, and so is the first page. */
function queryOf(language: Language, pageNumber: number): string {
  const query = new URLSearchParams()
  if (language !== FALLBACK_LANGUAGE) query.set('lang', language)
  if (pageNumber > 1) query.set('page', String(pageNumber))
  return query.size > 0 ? `?${query}` : ''
}
