import { Check, Circle, X } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { cn } from '#web/lib/cn.ts'

type Match = 'waiting' | 'match' | 'differ'

const icons = { waiting: Circle, match: Check, differ: X }
const colours: Record<Match, string> = { waiting: 'text-muted', match: 'text-good', differ: 'text-bad' }

/** Whether both passwords are the same, while the second one is typed. Its line is always there, so nothing moves. */
export function MatchHint({ id, password, confirm }: { id: string; password: string; confirm: string }) {
  const { t } = useTranslation('forms')
  const match = matchOf(password, confirm)
  const Icon = icons[match]
  return (
    <p id={id} aria-live="polite" className={cn('flex items-start gap-2 text-sm', colours[match])}>
      <Icon className="mt-1 size-3.5 shrink-0" aria-hidden />
      {t(`confirm.${match}`)}
    </p>
  )
}

function matchOf(password: string, confirm: string): Match {
  if (confirm === '') return 'waiting'
  return confirm === password ? 'match' : 'differ'
}
