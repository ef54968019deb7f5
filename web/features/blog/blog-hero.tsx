import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { getBlogStats } from '#contracts/blog.ts'
import { q } from '#web/api/query.ts'
import { useFormats } from '#web/lib/format.ts'
import { useLanguage } from '#web/lib/use-language.ts'
import { Bone } from '#web/ui/skeleton.tsx'
import { answerOf } from './blog-answer.ts'
import { inThousands } from './thousands.ts'

export function BlogHero() {
  const { t } = useTranslation('blog')
  return (
    <header className="grid gap-8 border-b border-rule pt-12 pb-8 lg:grid-cols-[minmax(0,1fr)_auto] lg:items-end lg:pt-16">
      <div className="grid gap-3">
        <h1 className="text-2xl">{t('hero.title')}</h1>
        <p className="max-w-prose text-lg text-muted">{t('hero.subtitle')}</p>
      </div>
      <Stats />
    </header>
  )
}

function Stats() {
  const { t } = useTranslation('blog')
  const { number } = useFormats()
  const language = useLanguage()
  const { data: stats, failure } = answerOf(useQuery(q(getBlogStats, {})))
  const figures = [
    ['articles', stats && number(stats.totalArticles)],
    ['categories', stats && number(stats.totalCategories)],
    ['views', stats && inThousands(stats.totalViews, language)],
    ['thisMonth', stats && number(stats.publishedThisMonth)],
  ] as const
  return (
    <dl className="grid grid-cols-2 gap-x-8 gap-y-4 sm:grid-cols-[repeat(4,auto)] sm:justify-between">
      {figures.map(([name, figure]) => (
        <div key={name} className="flex max-w-32 flex-col-reverse justify-end border-s-2 border-line ps-3">
          <dt className="text-sm text-muted">{t(`stats.${name}`)}</dt>
          <dd className="min-h-8 text-xl font-semibold">
            {figure ??
              (failure !== null ? (
                <span aria-label={t('stats.unknown')}>–</span>
              ) : (
                <Bone className="h-7 w-12" />
              ))}
          </dd>
        </div>
      ))}
    </dl>
  )
}
