type ModuleInfo = { isEntry: boolean; importers: readonly string[] }

/**
 * True for our own modules that the entry imports statically, directly or through other modules.
 */
export function isOfEveryPage(
  id: string,
  infoOf: (id: string) => ModuleInfo | null,
  seen = new Set<string>(),
): boolean {
  if (seen.has(id) || id.includes('/node_modules/')) return false
  seen.add(id)
  const info = infoOf(id)
  return (
    info !== null &&
    (info.isEntry || info.importers.some((importer) => isOfEveryPage(importer, infoOf, seen)))
  )
}
