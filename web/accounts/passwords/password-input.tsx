import { Check, Circle, Eye, EyeOff, X } from 'lucide-react'
import { type ComponentProps, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Input } from '#web/ui/form/form-controls.tsx'
import { meetsAllRules, passwordRuleNames, passwordRules } from '#contracts/accounts/credentials.ts'
import { cn } from '#web/lib/cn.ts'

type Props = ComponentProps<'input'> & {
  /** Label of the show button, to distinguish two password fields on one page. */
  showLabel?: string
}

/** Restores the caret, which some browsers move when the type changes. */
export function PasswordInput({ ref, showLabel, ...rest }: Props) {
  const { t } = useTranslation('forms')
  const [isShown, setShown] = useState(false)
  const box = useRef<HTMLDivElement>(null)
  const Icon = isShown ? EyeOff : Eye

  const toggle = () => {
    const input = box.current?.querySelector('input')
    const [start, end] = [input?.selectionStart ?? null, input?.selectionEnd ?? null]
    setShown(!isShown)
    requestAnimationFrame(() => input?.setSelectionRange(start, end))
  }

  return (
    <div ref={box} className="relative">
      <Input
        {...rest}
        ref={ref}
        type={isShown ? 'text' : 'password'}
        spellCheck={false}
        autoCapitalize="none"
        className="pe-12"
      />
      <button
        type="button"
        onClick={toggle}
        aria-pressed={isShown}
        aria-label={showLabel ?? t('password.show')}
        className="absolute inset-y-0 end-0 grid w-11 place-items-center rounded-md text-muted hover:text-ink"
      >
        <Icon className="size-5" aria-hidden />
      </button>
    </div>
  )
}

type PasswordRulesListProps = {
  id: string
  password: string
  /** For a new password: whether it is one of the most common ones; null while unknown. */
  isCommon?: boolean | null
}

/** Connect it to the field with `aria-describedby={id}`. */
export function PasswordRulesList({ id, password, isCommon }: PasswordRulesListProps) {
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
