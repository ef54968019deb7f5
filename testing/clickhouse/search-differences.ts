import { compareSearch } from '#scripts/search/compare.ts'

export async function differencesIn(deps: Parameters<typeof compareSearch>[0]) {
  const differences = []
  for await (const one of compareSearch(deps)) differences.push(one)
  return differences
}
