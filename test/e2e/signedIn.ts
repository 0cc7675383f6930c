import type { RunningPlatform } from './platform.ts';
import type { Workbench } from './workbench.ts';

/** Signs in from the palette, as a user would, and waits until the Library shows this organization. */
export async function signIn(
  workbench: Workbench,
  { base, token }: Pick<RunningPlatform, 'base' | 'token'>,
  organization: string,
): Promise<void> {
  const { quickInput } = workbench;
  await workbench.askCommand('Docs Platform: Sign In…');
  await quickInput.shown();
  await quickInput.fill(base);
  await quickInput.accept();
  await untilMasked(workbench);
  await quickInput.fill(token);
  await quickInput.accept();
  await quickInput.hidden();
  await workbench.runCommand('Docs Platform: Focus on Library View');
  await workbench.tree('Library').item(organization);
}

async function untilMasked({ page }: Workbench): Promise<void> {
  await page.locator('.quick-input-widget:visible input[type="password"]').waitFor();
}
