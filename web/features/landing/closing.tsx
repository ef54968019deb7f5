import { useTranslation } from 'react-i18next'
import { NextStep } from './next-step.tsx'
import { Mark } from '#web/ui/logo.tsx'

export function Closing() {
  const { t } = useTranslation('platform-benefits')
  return (
    <section className="page">
      <div className="flex flex-wrap items-center justify-between gap-6 border-y border-rule py-10">
        <div className="flex items-center gap-5">
          <Mark className="size-12 max-xs:hidden" />
          <h2 className="max-w-lg text-2xl">{t('closing.title')}</h2>
        </div>
        <NextStep label={t('closing.action')} />
      </div>
    </section>
  )
}
