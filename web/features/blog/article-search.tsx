import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Search } from 'lucide-react'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { searchArticles } from '#contracts/blog.ts'
import { q } from '#web/api/query.ts'
import { useSettled } from '#web/lib/use-settled.ts'
import { Input } from '#web/ui/input.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { PostList } from './post-list.tsx'

const SETTLE_MS = 500
const MOST_FOUND = 10

/** Looks half a second after the last letter. */
export function ArticleSearch() {
  const { t } = useTranslation('blog')
  const id = useId()
  const [text, setText] = useState('')
  const words = useSettled(text.trim(), SETTLE_MS)
  const { data, isError, isFetching } = useQuery({
    ...q(searchArticles, { query: { q: words, limit: MOST_FOUND } }),
    enabled: words !== '',
    placeholderData: keepPreviousData,
  })
  return (
    <search className="grid gap-2">
      <label htmlFor={id} className="font-semibold">
        {t('sidebar.search')}
      </label>
      <div className="relative">
        <Search
          className="pointer-events-none absolute inset-y-0 start-3 my-auto size-4 text-muted"
          aria-hidden
        />
        <Input
          id={id}
          type="search"
          value={text}
          maxLength={200}
          autoComplete="off"
          placeholder={t('sidebar.searchHint')}
          className="ps-9 pe-9"
          onChange={(event) => setText(event.target.value)}
        />
        {isFetching && <Spinner className="absolute inset-y-0 end-3 my-auto" />}
      </div>
      <div role="status" className="text-sm">
        {words !== '' && isError && <p className="text-bad">{t('errors.search')}</p>}
        {words !== '' && data && !isError && data.data.total === 0 && (
          <p className="text-muted">{t('empty.search')}</p>
        )}
        {words !== '' && data && !isError && data.data.total > 0 && (
          <p className="text-muted">{t('sidebar.found', { count: data.data.total })}</p>
        )}
      </div>
      {words !== '' && data && !isError && data.data.articles.length > 0 && (
        <PostList articles={data.data.articles} />
      )}
    </search>
  )
}
