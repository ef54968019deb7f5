import { Check, Circle, X } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { meetsAllRules, passwordRuleNames, passwordRules } from '#contracts/accounts/credentials.ts'
import { cn } from '#web/lib/cn.ts'

type Props = {
  id: string
  password: string
  /**
   * For a new password: whether it is one of the most common ones; null while unknown. Omit it when
   * asking for an existing password.
   */
  isCommon?: boolean | null
}

/**
 * The rules, ticked off as the visitor types. Connect it to the field with `aria-describedby={id}`.
 */
export function PasswordRulesList({ id, password, isCommon }: Props) {
  const { t } = useTranslation('forms')
  return (
    <div id={id} className="text-sm">
      <p className="text-muted">{t('password.rulesTitle')}</p>
      <ul className="mt-1.5 grid gap-x-4 gap-y-1 xs:grid-cols-2">
        {passwordRuleNames.map((rule) => (
          <Rule
            key={rule}
            text={t(`password.rules.${rule}`)}
            isMet={passwordRules[rule](password)}
          />
        ))}
        {isCommon !== undefined && (
          // Ticked last, because a password that breaks another rule need not be compared.
          <Rule
            text={t('password.rules.uncommon')}
            isMet={isCommon === false && meetsAllRules(password)}
            isBroken={isCommon === true && meetsAllRules(password)}
          />
        )}
      </ul>
    </div>
  )
}

function Rule({
  text,
  isMet,
  isBroken = false,
}: {
  text: string
  isMet: boolean
  isBroken?: boolean
}) {
  const { t } = useTranslation('forms')
  const Icon = isMet ? Check : isBroken ? X : Circle
  return (
    <li
      className={cn(
        'flex items-start gap-2',
        isMet ? 'text-good' : isBroken ? 'text-bad' : 'text-muted',
      )}
    >
      <Icon className="mt-1 size-3.5 shrink-0" aria-hidden />
      <span>
        {text}
        <span className="sr-only">: {t(isMet ? 'password.ruleMet' : 'password.ruleOpen')}</span>
      </span>
    </li>
  )
}
