import { type ComponentType, type ReactNode, use, useEffect, useRef } from 'react'
import { wakeLatePart } from '#web/lib/browser/early-input.ts'

/**
 * A part of a page whose script the first render does not need. The server's HTML stays until the
 * script has loaded, and for good if the script cannot be fetched; buttons pressed until then are
 * pressed again. A loader prepares the part, so that no page starts with a gap.
 */
export function deferred<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  let Loaded: ComponentType<Props> | null = null
  let waiting: Promise<void> | null = null
  /** Resolves when the part can render at once. @throws when its script cannot be fetched */
  const prepare = async () => {
    Loaded ??= await load()
  }
  const wait = () => (waiting ??= prepare().catch(() => new Promise<never>(() => undefined)))
  /** Requires a Suspense boundary around it. */
  function Part(props: Props) {
    if (!Loaded) use(wait())
    return (
      Loaded && (
        <Late>
          <Loaded {...props} />
        </Late>
      )
    )
  }
  return { Part, prepare, isReady: () => Loaded !== null }
}

function Late({ children }: { children: ReactNode }) {
  const part = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (part.current) wakeLatePart(part.current)
  }, [])
  return (
    <div ref={part} data-late className="contents">
      {children}
    </div>
  )
}
