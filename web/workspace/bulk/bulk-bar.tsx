import { Bookmark, BookmarkX, EyeOff, type LucideIcon, X } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { type StoreTarget, MAX_BULK_ROWS } from '#contracts/workspace/bulk.ts'
import type { StoreId } from '#contracts/ids.ts'
import { useShortcuts } from '#web/lib/browser/shortcuts.ts'
import { cn } from '#web/lib/cn.ts'
import { useFormats } from '#web/lib/i18n/format.ts'
import { useRegisterShortcuts } from '#web/lib/navigation/page-commands.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { BarButton, BUTTON } from './bar-button.tsx'
import { ListChoice, StageChoice, TagChoice } from './bulk-choices.tsx'
import { countOf, type Ticks, useTicked } from './ticks.ts'
import { useStageName } from '#web/workspace/leads/stages.tsx'
import { type ScreenAction, useBulk } from './use-bulk.ts'

type Props = {
  ticks: Ticks<StoreId>
  /** Of the whole list; null while unknown. */
  total: number | null
  /** Where only the rows of the page can be ticked at once. */
  selectPage?: (() => void) | undefined
  target: () => StoreTarget
  actions: readonly Simple[]
  /** Places the bar, except on phones. */
  className: string
  /** The export of what is ticked. */
  children?: ReactNode
}

type Simple = 'save' | 'unsave' | 'exclude'

const icons: Record<Simple, LucideIcon> = { save: Bookmark, unsave: BookmarkX, exclude: EyeOff }

const KEYS = [
  { key: 't', name: 'tag' },
  { key: 'l', name: 'list' },
  { key: 'm', name: 'stage' },
  { key: 'h', name: 'exclude' },
] as const

/** In place of the header and of what follows it, so that it moves no row and shows all actions. */
const ON_PHONES =
  'max-work:fixed max-work:inset-x-0 max-work:top-0 max-work:z-31 max-work:flex-wrap max-work:border-b max-work:border-rule max-work:p-0'

/** What one can do with the ticked stores: in one line, on phones in two. */
export function BulkBar(props: Props) {
  const { isOpen } = useTicked(props.ticks)
  return isOpen && <OpenBar {...props} />
}

function OpenBar({ ticks, total, selectPage, target, actions, className, children }: Props) {
  const { t } = useTranslation('bulk')
  const { run, isRunning } = useBulk(target)
  const nameOf = useStageName()
  const count = countOf(useTicked(ticks), total)
  const act = async (action: ScreenAction, name?: string) => {
    const isDone = await run(action, name)
    // Hidden stores leave the list, and removed ones the page.
    if (isDone && (action.kind === 'exclude' || action.kind === 'unsave')) ticks.clear()
  }
  const isOff = isRunning || count === 0 || count > MAX_BULK_ROWS
  const press = (name: string) => () =>
    document.querySelector<HTMLElement>(`[data-bulk=${name}]`)?.click()
  const shown = KEYS.filter(({ name }) => name !== 'exclude' || actions.includes(name))
  useShortcuts({
    Escape: ticks.clear,
    ...Object.fromEntries(shown.map(({ key, name }) => [key, press(name)])),
  })
  useRegisterShortcuts(shown.map(({ key, name }) => ({ keys: [key], effect: t(`act.${name}`) })))
  return (
    <section
      aria-label={t('label')}
      aria-busy={isRunning || undefined}
      className={cn(
        'pop-in @container/bulk flex items-center gap-0.5 bg-raised ps-pad pe-2 text-xs whitespace-nowrap',
        ON_PHONES,
        className,
      )}
    >
      <div className="contents max-work:flex max-work:h-header max-work:basis-full max-work:items-center max-work:ps-pad max-work:pe-12 max-work:[&_.link]:truncate max-work:[&>button]:min-w-0">
        <Count ticks={ticks} count={count} total={total} />
        {selectPage && (
          <button type="button" onClick={selectPage} className={buttonClass('quiet', 'sm', BUTTON)}>
            <span className="link">{t('page')}</span>
          </button>
        )}
      </div>
      <div className="contents max-work:flex max-work:h-bar max-work:basis-full max-work:items-center max-work:[&>button]:flex-1 max-work:[&>button]:justify-center">
        {actions
          .filter((kind) => kind !== 'exclude')
          .map((kind) => (
            <BarButton
              key={kind}
              Icon={icons[kind]}
              name={kind}
              label={t(`act.${kind}`)}
              isOff={isOff}
              onClick={() => void act({ kind })}
            />
          ))}
        <StageChoice
          isOff={isOff}
          onChoose={(stage) =>
            void act(
              { kind: 'stage', stage: stage?.key ?? null },
              stage ? nameOf(stage) : undefined,
            )
          }
        />
        <TagChoice
          isOff={isOff}
          onChoose={(add) => void act({ kind: 'tag', add, remove: [] }, add.join(', '))}
        />
        <ListChoice
          isOff={isOff}
          onChoose={({ id, name }, on) => void act({ kind: 'list', list: id, on }, name)}
        />
        {children}
        {actions.includes('exclude') && (
          <BarButton
            Icon={icons.exclude}
            name="exclude"
            label={t('act.exclude')}
            isOff={isOff}
            onClick={() => void act({ kind: 'exclude' })}
          />
        )}
      </div>
      <BarButton
        Icon={X}
        name="clear"
        label={t('clear')}
        className="ms-auto max-work:absolute max-work:end-0 max-work:top-0"
        onClick={ticks.clear}
      />
    </section>
  )
}

function Count({ ticks, count, total }: Pick<Props, 'ticks' | 'total'> & { count: number }) {
  const { t } = useTranslation('bulk')
  const formats = useFormats()
  const isTooMany = total !== null && total > MAX_BULK_ROWS
  const why = isTooMany ? t('tooMany', { most: formats.number(MAX_BULK_ROWS) }) : undefined
  return (
    <>
      <p role="status" className="me-1 font-semibold">
        {t('count', formats.counted(count))}
      </p>
      {total !== null && count < total && count > 0 && (
        <button
          type="button"
          disabled={isTooMany}
          title={why}
          onClick={ticks.tickAll}
          className={buttonClass('quiet', 'sm', BUTTON)}
        >
          <span className="link">{t('all', formats.counted(total))}</span>
        </button>
      )}
      {isTooMany && <span className="text-muted @max-[60rem]/bulk:sr-only">{why}</span>}
    </>
  )
}
