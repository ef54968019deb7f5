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
  /** Settings and other private pages stay out of search engines. */
  noindex?: boolean
  /** Where the page's address differs from the one that was asked, e.g. an article asked for by its id. */
  path?: string
}

/** Title, description, keywords, canonical link and language alternatives. React moves all of it into the head. */
export function PageMeta({ page, title, noindex = false, path }: Props) {
  const { t, i18n } = useTranslation('pages')
  const { origin } = useSite()
  const { pathname } = useLocation()
  const language = languageOf(i18n)
  const address = (inLanguage: Language) => origin + (path ?? pathname) + languageQuery(inLanguage)
  const ownTitle = t(`meta.${page}.title`)
  const fullTitle = title ? `${title} · Storedawn` : ownTitle
  const description = t(`meta.${page}.description`)
  const preview = origin + previewPath(language, page, ownTitle + description)
  return (
    <>
      <title>{fullTitle}</title>
      <meta name="description" content={description} />
      <meta name="keywords" content={t(`meta.${page}.keywords`)} />
      {noindex && <meta name="robots" content="noindex" />}
      <link rel="canonical" href={address(language)} />
      {languages.map((each) => (
        <link key={each} rel="alternate" hrefLang={each} href={address(each)} />
      ))}
      <link rel="alternate" hrefLang="x-default" href={address(FALLBACK_LANGUAGE)} />
      <meta property="og:type" content="website" />
      <meta property="og:site_name" content="Storedawn" />
      <meta property="og:title" content={fullTitle} />
      <meta property="og:description" content={description} />
      <meta property="og:url" content={address(language)} />
      <meta property="og:locale" content={languageInfo[language].locale.replace('-', '_')} />
      <meta property="og:image" content={preview} />
      <meta property="og:image:width" content={String(PREVIEW_SIZE.width)} />
      <meta property="og:image:height" content={String(PREVIEW_SIZE.height)} />
      <meta property="og:image:alt" content={ownTitle} />
      <meta name="twitter:card" content="summary_large_image" />
      {page === 'home' && <OurselvesData origin={origin} description={description} language={language} />}
    </>
  )
}

type OurselvesProps = { origin: string; description: string; language: Language }

function OurselvesData({ origin, description, language }: OurselvesProps) {
  const organization = {
    '@type': 'Organization',
    '@id': `${origin}/#us`,
    name: 'Storedawn',
    url: `${origin}/`,
  }
  const logo = `${origin}/icon-512.png`
  return (
    <StructuredData
      thing={{
        '@type': 'WebSite',
        name: 'Storedawn',
        url: `${origin}/`,
        description,
        inLanguage: language,
        publisher: { ...organization, logo },
      }}
    />
  )
}

/** English is the address without the parameter. */
const languageQuery = (language: Language) => (language === FALLBACK_LANGUAGE ? '' : `?lang=${language}`)
