import { type ComponentType, use } from 'react'

type Deferred<Props> = {
  /** Requires a Suspense boundary around it. */
  Part: ComponentType<Props>
  /** Resolves when the part can render at once. @throws when its script cannot be fetched */
  prepare: () => Promise<void>
  isReady: () => boolean
}

/**
 * A part of a page whose script the first render does not need. The server's HTML stays until the
 * script has loaded, and for good if the script cannot be fetched. A loader prepares the part, so
 * that no page starts with a gap.
 */
export function deferred<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): Deferred<Props> {
  let Loaded: ComponentType<Props> | null = null
  let waiting: Promise<void> | null = null
  const prepare = async () => {
    Loaded ??= await load()
  }
  const wait = () => (waiting ??= prepare().catch(() => new Promise<never>(() => undefined)))
  function Part(props: Props) {
    if (!Loaded) use(wait())
    return Loaded && <Loaded {...props} />
  }
  return { Part, prepare, isReady: () => Loaded !== null }
}
