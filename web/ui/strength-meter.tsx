import { useTranslation } from 'react-i18next'
import { strengthOf, type Strength } from '#contracts/password-rules.ts'
import { cn } from '#web/lib/cn.ts'

const steps: readonly Strength[] = ['weak', 'medium', 'strong']
const colours: Record<Strength, string> = { weak: 'bg-bad', medium: 'bg-muted', strong: 'bg-good' }

/** The strength of a password, as a word, based on the rules that it meets; the bars only repeat it. */
export function StrengthMeter({ id, password }: { id: string; password: string }) {
  const { t } = useTranslation('forms')
  const strength = password === '' ? null : strengthOf(password)
  const filled = strength ? steps.indexOf(strength) + 1 : 0
  return (
    <div id={id} className="grid gap-2 text-sm">
      <div className="grid grid-cols-3 gap-1.5" aria-hidden>
        {steps.map((step, index) => (
          <span
            key={step}
            className={cn(
              'h-1 rounded-full',
              strength && index < filled ? colours[strength] : 'bg-sunken forced-colors:border',
            )}
          />
        ))}
      </div>
      <p aria-live="polite" className="text-muted">
        {t('strength.title')}{' '}
        <span className={strength === null ? undefined : 'font-semibold text-ink'}>
          {t(`strength.${strength ?? 'none'}`)}
        </span>
      </p>
    </div>
  )
}
