import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import {
  ArticleFilter,
  type ArticleRow,
  listArticleFiles,
  listTestimonialEntries,
  type TestimonialRow,
} from '#contracts/operator/content.ts'
import { q } from '#web/api/query.ts'
import { pageLoader } from '#web/lib/app/page-loader.ts'
import { useFormats } from '#web/lib/i18n/format.ts'
import { paths } from '#web/paths.ts'
import { Badge } from '#web/ui/badge.tsx'
import { ExternalLink } from '#web/ui/external-link.tsx'
import { Pagination } from '#web/ui/pagination.tsx'
import { Cell, HeadCell, Row, Table } from '#web/ui/table.tsx'
import {
  Block,
  FilterSelect,
  Loaded,
  Nothing,
  SearchBox,
  SectionHead,
  useFilters,
} from './parts.tsx'

/** The files of the blog with their problems, and the testimonials. */
function ContentPage() {
  const { t } = useTranslation('operator')
  const { params, page, change, hrefOf } = useFilters()
  const text = params.get('q') ?? ''
  const only = ArticleFilter.safeParse(params.get('only')).data
  const articles = useQuery({
    ...q(listArticleFiles, {
      query: { page: String(page), ...(text && { q: text }), ...(only && { only }) },
    }),
    placeholderData: keepPreviousData,
  })
  return (
    <>
      <SectionHead title={t('menu.content')} />
      <div className="mt-6 flex flex-wrap gap-3">
        <SearchBox
          key={text}
          label={t('articles.search')}
          text={text}
          onSearch={(value) => change('q', value)}
        />
        <FilterSelect
          label={t('articles.show')}
          all={t('articles.all')}
          value={only ?? ''}
          options={[
            ['problems', t('articles.onlyProblems')],
            ['scheduled', t('articles.onlyScheduled')],
          ]}
          onChange={(value) => change('only', value)}
        />
      </div>
      <div className="mt-6 grid grid-cols-1 gap-6">
        <Loaded query={articles}>
          {({ content, totalPages }) => (
            <div className="grid grid-cols-1 gap-6" aria-busy={articles.isPlaceholderData}>
              <Block title={t('articles.title')} text={t('articles.text')}>
                {content.length === 0 ? (
                  <Nothing text={t('articles.none')} />
                ) : (
                  <ArticleTable articles={content} />
                )}
              </Block>
              <Pagination page={page} totalPages={totalPages} hrefOf={hrefOf} />
            </div>
          )}
        </Loaded>
        <Testimonials />
      </div>
    </>
  )
}

export { ContentPage as Component }

export const loader = pageLoader(['operator'])

function ArticleTable({ articles }: { articles: readonly ArticleRow[] }) {
  const { t } = useTranslation('operator')
  const formats = useFormats()
  return (
    <Table caption={t('articles.title')}>
      <thead>
        <tr>
          <HeadCell className="ps-5">{t('articles.article')}</HeadCell>
          <HeadCell>{t('articles.language')}</HeadCell>
          <HeadCell>{t('articles.date')}</HeadCell>
          <HeadCell isNumber>{t('articles.words')}</HeadCell>
          <HeadCell isNumber className="pe-5">
            {t('articles.views')}
          </HeadCell>
        </tr>
      </thead>
      <tbody>
        {articles.map((article) => (
          <Row key={article.file}>
            <th scope="row" className="min-w-64 px-2.5 py-2.5 ps-5 text-start font-medium">
              <ArticleName article={article} />
            </th>
            <Cell>
              {article.language && formats.capitalised(formats.language(article.language))}
            </Cell>
            <Cell className="whitespace-nowrap">
              {article.publishedAt && formats.day(article.publishedAt)}
            </Cell>
            <Cell isNumber>{formats.number(article.words)}</Cell>
            <Cell isNumber className="pe-5">
              {formats.number(article.views)}
            </Cell>
          </Row>
        ))}
      </tbody>
    </Table>
  )
}

function ArticleName({ article: { file, title, slug, state, problems } }: { article: ArticleRow }) {
  const { t } = useTranslation('operator')
  return (
    <>
      <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
        {state === 'published' && slug !== null ? (
          <Link to={paths.article(slug)} className="link">
            {title}
          </Link>
        ) : (
          (title ?? file)
        )}
        {state !== 'published' && (
          <Badge tone={state === 'faulty' ? 'bad' : 'sun'}>{t(`articles.states.${state}`)}</Badge>
        )}
      </span>
      <code className="block font-mono text-xs font-normal wrap-anywhere text-muted">{file}</code>
      {problems.length > 0 && (
        <ul className="mt-1 grid gap-0.5 font-normal text-bad">
          {problems.map(({ line, text }) => (
            <li key={`${line} ${text}`}>
              {t('articles.line', { line })}: <span lang="en">{text}</span>
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

/** Every testimonial of the file, also those that visitors do not see. */
function Testimonials() {
  const { t } = useTranslation('operator')
  const testimonials = useQuery(q(listTestimonialEntries, {}))
  return (
    <Loaded query={testimonials}>
      {({ content, problem }) => (
        <Block title={t('testimonials.title')} text={t('testimonials.text')}>
          {problem !== null ? (
            <div className="px-5 py-4 text-sm text-bad">
              <p>{t('testimonials.unreadable')}</p>
              <pre lang="en" className="mt-1 font-mono text-xs wrap-anywhere whitespace-pre-wrap">
                {problem}
              </pre>
            </div>
          ) : content.length === 0 ? (
            <Nothing text={t('testimonials.none')} />
          ) : (
            <ul className="divide-y divide-line">
              {content.map((entry) => (
                <Entry key={`${entry.place} ${entry.id}`} entry={entry} />
              ))}
            </ul>
          )}
        </Block>
      )}
    </Loaded>
  )
}

const PLACES = { twitter: 'X', reddit: 'Reddit', trustpilot: 'Trustpilot' } as const

function Entry({ entry }: { entry: TestimonialRow }) {
  const { t } = useTranslation('operator')
  const formats = useFormats()
  const { place, author, text, language, translations, source, isShown } = entry
  return (
    <li className="grid gap-1 px-5 py-4">
      <p className="flex flex-wrap items-center gap-2 font-semibold">
        {author} · {PLACES[place]}
        <Badge tone={isShown ? 'good' : 'plain'}>
          {t(isShown ? 'testimonials.shown' : 'testimonials.hidden')}
        </Badge>
        {source === null && <Badge>{t('testimonials.example')}</Badge>}
      </p>
      <p lang={language} className="max-w-prose text-sm wrap-anywhere">
        {text}
      </p>
      <p className="text-sm text-muted">
        {translations.length > 0 &&
          t('testimonials.alsoIn', {
            languages: translations.map((each) => formats.language(each)).join(', '),
          })}
        {source !== null && (
          <ExternalLink href={source} className="link ms-3">
            {t('testimonials.source')}
          </ExternalLink>
        )}
      </p>
    </li>
  )
}
