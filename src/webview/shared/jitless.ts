import * as z from 'zod';

// Imported first by every entry: zod would otherwise try `new Function`, which the content security policy reports.
z.config({ jitless: true });
