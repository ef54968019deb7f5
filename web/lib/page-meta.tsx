import { useTranslation } from 'react-i18next'
import { useLocation } from 'react-router'
import { FALLBACK_LANGUAGE, languageInfo, languages, type Language } from '#i18n/languages.ts'
import type pages from '#i18n/locales/en/pages.json'
import { languageOf } from '#web/lib/load-texts.ts'
import { useSite } from '#web/lib/site.tsx'

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
  const fullTitle = title ? `${title} · Storedawn` : t(`meta.${page}.title`)
  const description = t(`meta.${page}.description`)
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
    </>
  )
}

/** English is the address without the parameter. */
const languageQuery = (language: Language) => (language === FALLBACK_LANGUAGE ? '' : `?lang=${language}`)
