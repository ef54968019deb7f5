import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { CircleAlert, Search } from 'lucide-react'
import { useEffect, useId, useRef, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams, Link } from 'react-router'
import { type MarkedText, searchArticles, type ArticleSummary } from '#contracts/site/blog.ts'
import { q } from '#web/api/query.ts'
import { useLanguage } from '#web/lib/i18n/language.ts'
import { useSearchText } from '#web/lib/search-text.ts'
import { paths } from '#web/paths.ts'
import { Button, Spinner } from '#web/ui/button.tsx'
import { Input } from '#web/ui/form/form-controls.tsx'
import { ArticleFacts } from './article-card.tsx'
import { blogFailure } from './blog-alert.tsx'

const PAUSE_MS = 500
const MAX_FOUND = 10

export const searchQuery = (words: string) =>
  q(searchArticles, { query: { q: words, limit: MAX_FOUND } })

/**
 * Searches half a second after the last keystroke. Without JavaScript, the form submits to the page
 * that shows the results.
 */
export function ArticleSearch() {
  const { t } = useTranslation('blog')
  const language = useLanguage()
  const id = useId()
  const { field, text, setText, words } = useWords()
  const query = useQuery({
    ...searchQuery(words),
    enabled: words !== '',
    placeholderData: keepPreviousData,
  })
  const { isFetching, data, error } = query
  const isFailed = words !== '' && data === undefined && error !== null
  const found = words === '' ? undefined : data?.data
  return (
    <search>
      <form
        action={paths.blog()}
        onSubmit={(event) => event.preventDefault()}
        className="grid gap-2"
      >
        <label htmlFor={id} className="font-semibold">
          {t('sidebar.search')}
        </label>
        <div className="relative">
          <Search
            className="pointer-events-none absolute inset-y-0 start-3 my-auto size-4 text-muted"
            aria-hidden
          />
          <Input
            ref={field}
            id={id}
            type="search"
            name="q"
            value={text}
            maxLength={MAX_LETTERS}
            autoComplete="off"
            enterKeyHint="search"
            placeholder={t('sidebar.searchHint')}
            className="ps-9 pe-9"
            onChange={(event) => setText(event.target.value)}
          />
          {isFetching && <Spinner className="absolute inset-y-0 end-3 my-auto" />}
          {isFailed && !isFetching && (
            <CircleAlert
              className="absolute inset-y-0 end-3 my-auto size-4 text-bad"
              role="img"
              aria-label={t('errors.find')}
            />
          )}
        </div>
        <input type="hidden" name="lang" value={language} />
        <div role="status" className="text-sm">
          {isFailed && <SearchFailure error={error} onRetry={() => void query.refetch()} />}
          {found && (
            <p className="text-muted">
              {found.total > 0 ? t('sidebar.found', { count: found.total }) : t('empty.search')}
            </p>
          )}
        </div>
        {found && found.articles.length > 0 && (
          <PostList
            articles={found.articles}
            titleOf={({ marked }) => <MarkedWords parts={marked.title} />}
            textOf={({ marked }) => <MarkedWords parts={marked.text} />}
          />
        )}
      </form>
    </search>
  )
}

function SearchFailure({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const { t } = useTranslation(['blog', 'errors'])
  const why = blogFailure(t, error, 'find')
  return (
    <div className="grid justify-items-start gap-2 text-bad">
      <p>{t('errors.search')}</p>
      {why !== t('errors.find') && <p>{why}</p>}
      <Button size="sm" variant="secondary" onClick={onRetry}>
        {t('errors:retry')}
      </Button>
    </div>
  )
}

/** The text as typed, and the settled words, which are kept in the address. */
function useWords() {
  const [search, setSearch] = useSearchParams()
  const words = wordsOfAddress(search)
  const { text, setText } = useSearchText(
    words,
    (next) => setSearch((now) => withWords(now, next), { replace: true, preventScrollReset: true }),
    PAUSE_MS,
  )
  // Text typed before the script loaded.
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => setText((known) => field.current?.value ?? known), [setText])
  return { field, text, setText, words }
}

/** The address holds the search words, so that Back from an article restores the search. */
const PARAMETER = 'q'
const MAX_LETTERS = 200

export const wordsOfAddress = (search: URLSearchParams): string =>
  (search.get(PARAMETER) ?? '').trim().slice(0, MAX_LETTERS)

function withWords(search: URLSearchParams, words: string): URLSearchParams {
  const next = new URLSearchParams(search)
  if (words === '') next.delete(PARAMETER)
  else next.set(PARAMETER, words)
  return next
}

/**
 * Highlights the words that match the search. Everything renders as text, even if it looks like
 * HTML.
 */
function MarkedWords({ parts }: { parts: MarkedText }) {
  return parts.map(({ text, isMatch }, at) =>
    isMatch ? (
      <mark
        key={at}
        className="bg-transparent font-semibold text-ink underline decoration-sun decoration-2 underline-offset-3"
      >
        {text}
      </mark>
    ) : (
      text
    ),
  )
}

type Props<Post> = {
  articles: readonly Post[]
  titleOf?: (article: Post) => ReactNode
  /** Text between title and date. */
  textOf?: (article: Post) => ReactNode
}

/** Titles in a scrollable list. The links use the article's slug. */
export function PostList<Post extends ArticleSummary>({ articles, titleOf, textOf }: Props<Post>) {
  return (
    <ul
      className="max-h-[400px] overflow-y-auto overscroll-contain border-y border-line pe-1"
      tabIndex={-1}
    >
      {articles.map((article) => (
        <li
          key={article.id}
          className="relative grid gap-0.5 border-b border-line py-3 last:border-0"
        >
          <Link
            to={paths.article(article.slug)}
            lang={article.language}
            className="font-semibold after:absolute after:inset-0 hover:underline"
          >
            {titleOf?.(article) ?? article.title}
          </Link>
          {textOf && (
            <p lang={article.language} className="text-sm text-muted">
              {textOf(article)}
            </p>
          )}
          <ArticleFacts article={article} />
        </li>
      ))}
    </ul>
  )
}
