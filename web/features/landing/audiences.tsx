import { useTranslation } from 'react-i18next'

/** The two kinds of people who come here. */
export function Audiences() {
  const { t } = useTranslation('platform-benefits')
  return (
    <section className="page py-18 sm:py-24">
      <h2 className="text-2xl">{t('audiences.title')}</h2>
      <div className="mt-10 grid gap-x-16 gap-y-10 md:grid-cols-2">
        {(['owners', 'hunters'] as const).map((audience) => (
          <div key={audience} className="border-t-2 border-ink pt-5">
            <h3 className="text-xl">{t(`audiences.${audience}.title`)}</h3>
            <p className="mt-3 max-w-prose text-lg text-muted">{t(`audiences.${audience}.text`)}</p>
          </div>
        ))}
      </div>
    </section>
  )
}
