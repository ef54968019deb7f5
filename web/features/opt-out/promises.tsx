import { useTranslation } from 'react-i18next'
import { SupportLine } from './support-line.tsx'

const PROMISES = ['when', 'scope', 'stays', 'exports', 'back'] as const

/** What happens, when it happens, and what we cannot do. */
export function Promises() {
  const { t } = useTranslation('opt-out')
  return (
    <aside aria-labelledby="opt-out-promises" className="lg:pt-16">
      <h2 id="opt-out-promises" className="text-xl">
        {t('promises.title')}
      </h2>
      <dl className="mt-4 border-t border-rule">
        {PROMISES.map((promise) => (
          <div key={promise} className="border-b border-line py-4">
            <dt className="font-semibold">{t(`promises.${promise}.name`)}</dt>
            <dd className="mt-1 text-sm text-pretty text-muted">{t(`promises.${promise}.text`)}</dd>
          </div>
        ))}
      </dl>
      <SupportLine />
    </aside>
  )
}
