import { useTranslation } from 'react-i18next'
import type { LoaderFunctionArgs, RouteMatch, RouteObject } from 'react-router'
import { PREVIEW_SIZE, previewPath } from '#contracts/site/public-pages.ts'
import {
  FALLBACK_LANGUAGE,
  type Language,
  languageInfo,
  languages,
  type Namespace,
} from '#i18n/languages.ts'
import type pages from '#i18n/locales/en/pages.json'
import { languageOf, loadTexts } from '#web/lib/i18n/load-texts.ts'
import { usePagePath, useSite } from './site.tsx'
import { type Services, servicesOf } from './services.ts'

export type PageName = keyof (typeof pages)['meta']

type Props = {
  page: PageName
  /** Replaces the translated title, e.g. with a store's name. */
  title?: string
  description?: string
  preview?: { name: string; language: Language; title: string; description: string }
  noindex?: boolean
  /** The canonical path, if it is not the requested one. */
  path?: string
  /** The only language of the content; the page around it exists in all languages. */
  onlyIn?: Language
  /** For paged lists, counted from 1: each page has its own address. */
  pageNumber?: number
}

/** React moves all of them into the head. */
export function PageMeta({
  page,
  title,
  noindex = false,
  path,
  onlyIn,
  pageNumber = 1,
  ...own
}: Props) {
  const { t, i18n } = useTranslation('pages')
  const { origin, socialLinks } = useSite()
  const pathname = usePagePath()
  const language = onlyIn ?? languageOf(i18n)
  const address = (inLanguage: Language) =>
    origin + (path ?? pathname) + queryOf(inLanguage, pageNumber)
  const ownTitle = t(`meta.${page}.title`)
  const fullTitle = title ? `${title} · Storedawn` : ownTitle
  const pageDescription = t(`meta.${page}.description`)
  const description = own.description ?? pageDescription
  const preview = own.preview ?? {
    name: page,
    language,
    title: ownTitle,
    description: pageDescription,
  }
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
      {page === 'home' && (
        <OurselvesData sameAs={socialLinks} {...{ origin, description, language }} />
      )}
    </>
  )
}

type OurselvesProps = {
  origin: string
  description: string
  language: Language
  sameAs: readonly string[]
}

function OurselvesData({ origin, sameAs, description, language }: OurselvesProps) {
  const site = { name: 'Storedawn', url: `${origin}/` }
  const publisher = { '@type': 'Organization', ...site, logo: `${origin}/icon-512.png`, sameAs }
  return (
    <StructuredData
      thing={{ '@type': 'WebSite', ...site, description, inLanguage: language, publisher }}
    />
  )
}

const pathOf = ({ language, name, title, description }: NonNullable<Props['preview']>) =>
  previewPath(language, name, title + description)

/** English has no parameter, and neither has the first page. */
function queryOf(language: Language, pageNumber: number): string {
  const query = new URLSearchParams()
  if (language !== FALLBACK_LANGUAGE) query.set('lang', language)
  if (pageNumber > 1) query.set('page', String(pageNumber))
  return query.size > 0 ? `?${query}` : ''
}

/** Properties of a schema.org type, e.g. `{ '@type': 'Organization', name: 'Storedawn' }`. */
export type Thing = { '@type': string; [property: string]: unknown }

/**
 * JSON-LD: a data block, so the content security policy does not block it. `<` is escaped, so that
 * no text can close the element.
 */
export function StructuredData({ thing }: { thing: Thing }) {
  const json = JSON.stringify({ '@context': 'https://schema.org', ...thing })
  return (
    <script
      type="application/ld+json"
      dangerouslySetInnerHTML={{ __html: json.replaceAll('<', '\\u003c') }}
    />
  )
}

type Prepare = (services: Services, args: LoaderFunctionArgs) => Promise<unknown>

/**
 * The texts and, with `prepare`, the data. The browser does not wait for the data; on the server
 * the HTML is complete, unless they fail.
 */
export function pageLoader(namespaces: readonly Namespace[], prepare?: Prepare) {
  return async (args: LoaderFunctionArgs): Promise<null> => {
    const services = servicesOf(args.context)
    const data = prepare?.(services, args).catch(() => undefined)
    await loadTexts(services, namespaces)
    if (services.isServer) await data
    return null
  }
}

/** Before the router starts; otherwise its fallback would replace the server's HTML. */
export async function resolveLazyRoutes(
  matches: RouteMatch<string, RouteObject>[] | null,
): Promise<void> {
  await Promise.all(
    (matches ?? []).map(async ({ route }) => {
      if (typeof route.lazy === 'function')
        Object.assign(route, await route.lazy(), { lazy: undefined })
    }),
  )
}
