import { Menu } from 'lucide-react'
import { memo, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import {
  ownScreens,
  researchScreens,
  workPaths,
  type WorkScreen,
} from '#web/lib/navigation/work-screen.ts'
import { LateDialog, warmUpDialog } from './late-dialog.ts'
import { IfOperator, workIcons } from './work-entries.tsx'

const SHOWN = 4
const first = researchScreens.slice(0, SHOWN)
const rest = [...researchScreens.slice(SHOWN), ...ownScreens]

/** The screens of work under the thumb; the sheet behind More has those that find no room. */
export const BottomBar = memo(function BottomBar({ current }: { current: WorkScreen }) {
  const { t } = useTranslation('navigation')
  const [isOpen, setOpen] = useState(false)
  return (
    <nav
      aria-label={t('work.label')}
      data-print="no"
      className="fixed inset-x-0 bottom-0 z-30 grid grid-cols-5 border-t border-line bg-canvas pb-[env(safe-area-inset-bottom)] work:hidden"
    >
      {first.map((name) => {
        const Icon = workIcons[name]
        return (
          <Link
            key={name}
            to={workPaths[name]}
            aria-current={name === current ? 'page' : undefined}
            className={entryClass}
          >
            <Icon className="size-5" strokeWidth={1.75} aria-hidden />
            {t(`work.${name}`)}
          </Link>
        )
      })}
      <button
        type="button"
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        aria-current={first.every((name) => name !== current) ? 'true' : undefined}
        onClick={() => setOpen(true)}
        onPointerEnter={warmUpDialog}
        onFocus={warmUpDialog}
        className={entryClass}
      >
        <Menu className="size-5" strokeWidth={1.75} aria-hidden />
        {t('work.more')}
      </button>
      {isOpen && (
        <Suspense>
          <LateDialog kind="sheet" title={t('work.label')} onClose={() => setOpen(false)}>
            <Rest current={current} onOpen={() => setOpen(false)} />
          </LateDialog>
        </Suspense>
      )}
    </nav>
  )
})

const entryClass =
  'relative grid h-tabs min-w-0 content-center justify-items-center gap-0.5 text-center text-2xs hyphens-auto wrap-anywhere text-muted aria-[current]:font-semibold aria-[current]:text-ink aria-[current]:before:absolute aria-[current]:before:-top-px aria-[current]:before:h-0.75 aria-[current]:before:w-9 aria-[current]:before:rounded-b-full aria-[current]:before:bg-sun'

type RestProps = { current: WorkScreen; onOpen: () => void }

function Rest(props: RestProps) {
  return (
    <ul>
      {rest.map((name) => (
        <RestLink key={name} name={name} {...props} />
      ))}
      <IfOperator>
        <RestLink name="console" {...props} />
      </IfOperator>
    </ul>
  )
}

function RestLink({ name, current, onOpen }: RestProps & { name: WorkScreen }) {
  const { t } = useTranslation('navigation')
  const Icon = workIcons[name]
  return (
    <li className="border-b border-line">
      <Link
        to={workPaths[name]}
        onClick={onOpen}
        aria-current={name === current ? 'page' : undefined}
        className="flex min-h-12 items-center gap-3 aria-[current]:font-semibold"
      >
        <Icon className="size-5 shrink-0 text-muted" strokeWidth={1.75} aria-hidden />
        {t(`work.${name}`)}
      </Link>
    </li>
  )
}
