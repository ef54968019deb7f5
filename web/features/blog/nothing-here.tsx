import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { PageMeta } from '#web/lib/page-meta.tsx'
import { paths } from '#web/paths.ts'
import { LinkButton } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/states.tsx'

/** Shown for an article or a category that does not exist. */
export function NothingHere({ title, children }: { title: string; children?: ReactNode }) {
  const { t } = useTranslation('blog')
  return (
    <div className="page py-16">
      <PageMeta page="blog" noindex />
      <EmptyState
        headingLevel="h1"
        title={title}
        action={<LinkButton to={paths.blog()}>{t('article.back')}</LinkButton>}
      >
        {children}
      </EmptyState>
    </div>
  )
}
