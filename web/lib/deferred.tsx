import { use, type ComponentType } from 'react'

type Deferred<Props> = {
  /** Needs a Suspense boundary around it. */
  Part: ComponentType<Props>
  /** Resolves when the part can be drawn at once. @throws when its script cannot be fetched */
  prepare: () => Promise<void>
  isReady: () => boolean
}

/**
 * A part of a page whose script the first drawing does not need: the server's HTML stands until the script has come, and
 * stays as it is where the script cannot be fetched. A loader prepares it, so that no page begins with a hole.
 */
export function deferred<Props extends object>(load: () => Promise<ComponentType<Props>>): Deferred<Props> {
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
