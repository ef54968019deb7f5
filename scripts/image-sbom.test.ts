import { expect, test } from 'vitest'
import { keepInstalled } from '#scripts/image-sbom.ts'

const component = (name: string, version: string) => ({
  'bom-ref': `${name}@${version}`,
  name,
  version,
})

test('the bill of materials of an image names the installed packages, in their installed versions, and no moment', () => {
  const bom = {
    bomFormat: 'CycloneDX',
    serialNumber: 'urn:uuid:1',
    metadata: { timestamp: '2026-01-01T00:00:00Z', component: component('product', '1.0.0') },
    components: [
      component('fastify', '5.0.0'),
      component('typescript', '6.0.0'),
      component('ms', '2.0.0'),
    ],
    dependencies: [
      { ref: 'product@1.0.0', dependsOn: ['fastify@5.0.0', 'typescript@6.0.0'] },
      { ref: 'fastify@5.0.0', dependsOn: ['ms@2.0.0'] },
      { ref: 'typescript@6.0.0', dependsOn: [] },
      { ref: 'ms@2.0.0', dependsOn: [] },
    ],
  }
  expect(keepInstalled(bom, new Set(['fastify@5.0.0', 'ms@2.1.0']))).toEqual({
    bomFormat: 'CycloneDX',
    metadata: { component: component('product', '1.0.0') },
    components: [component('fastify', '5.0.0')],
    dependencies: [
      { ref: 'product@1.0.0', dependsOn: ['fastify@5.0.0'] },
      { ref: 'fastify@5.0.0', dependsOn: [] },
    ],
  })
})
