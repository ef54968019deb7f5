import { useTranslation } from 'react-i18next'
import { PageMeta } from '#web/lib/page-meta.tsx'

export function StoreListPage() {
  const { t } = useTranslation('pages')
  return (
    <div className="page py-16">
      <PageMeta page="list" />
      <h1 className="text-2xl">{t('coming.badge')}</h1>
    </div>
  )
}
