import { Eye, EyeOff } from 'lucide-react'
import { type ComponentProps, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Input } from '#web/ui/form/form-controls.tsx'

type Props = ComponentProps<'input'> & {
  /** Label of the show button, to distinguish two password fields on one page. */
  showLabel?: string
}

/**
 * A password field with a show/hide button. Restores the caret, which some browsers move when the
 * type changes.
 */
export function PasswordInput({ ref, showLabel, ...rest }: Props) {
  const { t } = useTranslation('forms')
  const [isShown, setShown] = useState(false)
  const box = useRef<HTMLDivElement>(null)

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
        {isShown ? (
          <EyeOff className="size-5" aria-hidden />
        ) : (
          <Eye className="size-5" aria-hidden />
        )}
      </button>
    </div>
  )
}
