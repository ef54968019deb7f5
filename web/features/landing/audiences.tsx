import { useTranslation } from 'react-i18next'
import { Section } from './section.tsx'

const audiences = {
  owners: ['research', 'competitors', 'niches'],
  hunters: ['emails', 'contacts', 'owner'],
} as const

/** The two audiences of the product. */
export function Audiences() {
  const { t } = useTranslation('platform-benefits')
  return (
    <Section labelledBy="audiences-title" className="border-t border-line">
      <h2 id="audiences-title" className="text-2xl">
        {t('audiences.title')}
      </h2>
      <div className="mt-10 grid gap-x-16 gap-y-12 md:grid-cols-2">
        <Audience
          name="owners"
          points={audiences.owners.map((point) => t(`audiences.owners.points.${point}`))}
        />
        <Audience
          name="hunters"
          points={audiences.hunters.map((point) => t(`audiences.hunters.points.${point}`))}
        />
      </div>
    </Section>
  )
}

function Audience({ name, points }: { name: keyof typeof audiences; points: readonly string[] }) {
  const { t } = useTranslation('platform-benefits')
  return (
    <div className="border-t-2 border-ink pt-5">
      <h3 className="text-xl">{t(`audiences.${name}.title`)}</h3>
      <p className="mt-3 max-w-prose text-lg text-muted">{t(`audiences.${name}.text`)}</p>
      <ul className="mt-5">
        {points.map((point) => (
          <li key={point} className="border-b border-line py-2.5 text-pretty last:border-0">
            {point}
          </li>
        ))}
      </ul>
    </div>
  )
}
