import { Check, Circle } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { cn } from '#web/lib/cn.ts'
import { passwordRuleNames, passwordRules } from '#contracts/password-rules.ts'

/** The rules, ticked while the visitor types. Tie it to the field with `aria-describedby={id}`. */
export function PasswordRulesList({ id, password }: { id: string; password: string }) {
  const { t } = useTranslation('forms')
  return (
    <div id={id} className="text-sm">
      <p className="text-muted">{t('password.rulesTitle')}</p>
      <ul className="mt-1.5 grid gap-x-4 gap-y-1 xs:grid-cols-2">
        {passwordRuleNames.map((rule) => {
          const isMet = passwordRules[rule](password)
          const Icon = isMet ? Check : Circle
          return (
            <li key={rule} className={cn('flex items-start gap-2', isMet ? 'text-good' : 'text-muted')}>
              <Icon className="mt-1 size-3.5 shrink-0" aria-hidden />
              <span>
                {t(`password.rules.${rule}`)}
                <span className="sr-only">: {t(isMet ? 'password.ruleMet' : 'password.ruleOpen')}</span>
              </span>
            </li>
          )
        })}
      </ul>
    </div>
  )
}
