import { ChevronDown } from 'lucide-react'
import { useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { CurrentUser } from '#contracts/auth.ts'
import { cn } from '#web/lib/cn.ts'
import { Card } from '#web/ui/card.tsx'
import { PasswordForm } from './password-form.tsx'

/** Collapsed until needed. */
export function PasswordSection({ user }: { user: CurrentUser | null }) {
  const { t } = useTranslation('settings')
  const id = useId()
  const [isOpen, setOpen] = useState(false)
  const trigger = useRef<HTMLButtonElement>(null)
  const hasPassword = user?.hasPassword ?? true
  const close = () => {
    setOpen(false)
    trigger.current?.focus()
  }
  return (
    <Card>
      <h2 className="text-lg">
        <button
          ref={trigger}
          type="button"
          aria-expanded={isOpen}
          aria-controls={isOpen ? id : undefined}
          onClick={() => setOpen(!isOpen)}
          className="flex min-h-16 w-full items-center justify-between gap-4 rounded-lg px-5 py-4 text-start font-semibold sm:px-6"
        >
          {t(hasPassword ? 'password.change' : 'password.set')}
          <ChevronDown
            className={cn(
              'size-5 shrink-0 text-muted transition-transform duration-150',
              isOpen && 'rotate-180',
            )}
            aria-hidden
          />
        </button>
      </h2>
      {isOpen && (
        <div id={id} className="px-5 pb-5 sm:px-6 sm:pb-6">
          <p className="mb-5 text-sm text-muted">{t(hasPassword ? 'password.text' : 'password.setText')}</p>
          <PasswordForm user={user} onDone={close} />
        </div>
      )}
    </Card>
  )
}
