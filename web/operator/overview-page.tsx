import { useTranslation } from 'react-i18next'
import { pageLoader } from '#web/lib/app/page-loader.ts'

function OverviewPage() {
  const { t } = useTranslation('operator')
  return <h1 className="text-2xl">{t('menu.overview')}</h1>
}

export { OverviewPage as Component }

export const loader = pageLoader(['operator'])
