type ModuleInfo = { isEntry: boolean; importers: readonly string[] }

/** Our own modules that the entry imports, directly or through others, and not only when they are asked for. */
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
