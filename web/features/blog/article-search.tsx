import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { CircleAlert, Search } from 'lucide-react'
import { useEffect, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { searchArticles } from '#contracts/blog.ts'
import { q } from '#web/api/query.ts'
import { useLanguage } from '#web/lib/use-language.ts'
import { useSettled } from '#web/lib/use-settled.ts'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { Input } from '#web/ui/input.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { answerOf } from './blog-answer.ts'
import { blogFailure } from './blog-failure.ts'
import { MarkedWords } from './marked-words.tsx'
import { PostList } from './post-list.tsx'
import { MOST_LETTERS, withWords, wordsOfAddress } from './search-words.ts'

const SETTLE_MS = 500
const MOST_FOUND = 10

export const searchQuery = (words: string) => q(searchArticles, { query: { q: words, limit: MOST_FOUND } })

/** Searches half a second after the last keystroke. Without JavaScript, the form submits to the page that shows the results. */
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
  const { isFetching } = query
  const { data, failure, retry } = answerOf(query)
  const isFailed = words !== '' && failure !== null
  const found = words === '' ? undefined : data
  return (
    <search>
      <form action={paths.blog()} onSubmit={(event) => event.preventDefault()} className="grid gap-2">
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
            maxLength={MOST_LETTERS}
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
          {isFailed && <SearchFailure error={failure} onRetry={retry} />}
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
  const [text, setText] = useState(() => wordsOfAddress(search))
  const words = useSettled(text.trim(), SETTLE_MS)
  // Text typed before the script loaded.
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => setText((known) => field.current?.value ?? known), [])
  useEffect(() => {
    if (words !== wordsOfAddress(search))
      setSearch((now) => withWords(now, words), { replace: true, preventScrollReset: true })
  }, [words, search, setSearch])
  return { field, text, setText, words }
}
