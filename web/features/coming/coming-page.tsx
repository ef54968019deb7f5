import { useTranslation } from 'react-i18next'
import { PageMeta, type PageName } from '#web/lib/page-meta.tsx'
import { paths } from '#web/paths.ts'
import { Badge } from '#web/ui/badge.tsx'
import { LinkButton } from '#web/ui/button.tsx'

/** A page whose place is ready and whose content is still being built: it says so instead of pretending. */
export function ComingPage({ page, noindex }: { page: PageName; noindex?: boolean }) {
  const { t } = useTranslation('pages')
  return (
    <div className="page grid max-w-3xl justify-items-start gap-5 py-20 sm:py-28">
      <PageMeta page={page} noindex={noindex ?? true} />
      <Badge tone="sun">{t('coming.badge')}</Badge>
      <h1 className="text-2xl">{t(`meta.${page}.title`).replace(/ · Storedawn$/, '')}</h1>
      <p className="max-w-prose text-lg text-muted">{t('coming.description')}</p>
      <LinkButton to={paths.home()} variant="secondary">
        {t('coming.home')}
      </LinkButton>
    </div>
  )
}
